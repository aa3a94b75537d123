"""Conditions checked inside the program: a jump to a few instructions of ours in place of a stop for every hit."""
