"""Our frozen bytes: a whole campaign of letters, to be compared one by one."""
