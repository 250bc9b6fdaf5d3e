"""Photographs of boards: taken in without their metadata, stored by content, read in processes that may die."""
