"""The same work as the packs, as the fastest plain Python that we can write."""
