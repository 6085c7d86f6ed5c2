"""What a lobby shows and does: scenarios that can be played, with pictures and options
as data; the games of a folder; a game begun from what a form says."""
