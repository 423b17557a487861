"""The referee at work on one campaign: load it, let the engine play, write what happened."""
