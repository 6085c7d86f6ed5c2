"""The tests: a folder for each room of the engine, and for what spans them."""
