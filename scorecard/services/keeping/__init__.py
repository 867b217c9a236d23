"""What goes into the bin, what is erased or forgotten, and what is counted anew."""
