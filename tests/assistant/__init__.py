"""Tests of the package `assistant`."""
