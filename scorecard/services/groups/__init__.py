"""Who gets in, and as what: devices and their passes, groups and their members."""
