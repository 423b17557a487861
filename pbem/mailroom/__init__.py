"""From rows and states to letters: what each reader may know, and the outbox row it becomes."""
