"""The bin and erasing, forgetting players, and checking and recounting what is stored."""
