"""Games played by people and policies, and checks of recorded games."""
