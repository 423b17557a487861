"""What a command does to an office as a whole: a tick of the cron, a start, a repair."""
