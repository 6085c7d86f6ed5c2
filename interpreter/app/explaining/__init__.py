"""Why something happened or was refused, in the words of the pack."""
