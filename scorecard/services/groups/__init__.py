"""Who may do what: devices and their passes, groups and their members."""
