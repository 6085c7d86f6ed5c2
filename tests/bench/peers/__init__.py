"""The same work in the idiom of other dice libraries, where they can express it."""
