"""The history of games and groups: recording writes, undo and redo, and sentences about them."""
