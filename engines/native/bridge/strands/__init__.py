"""Threads that a runtime knows by names of its own, and steps that lead from one to another."""
