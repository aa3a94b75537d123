"""Going back in a program whose runtime keeps a record of its run: the same process runs again, up to an event of the record."""
