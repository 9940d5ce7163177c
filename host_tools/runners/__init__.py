"""Runs scripts under real MicroPython: the unix port, and the WebAssembly port with its 32-bit layout."""
