"""Benchmarks: `make bench` prints them. They compare within one run, because machines are noisy."""
