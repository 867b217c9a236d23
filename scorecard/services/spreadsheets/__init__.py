"""Lists as spreadsheets have them: written as CSV, and read as people make them."""
