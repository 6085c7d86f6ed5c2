"""The command line: one module a verb.

A verb adds its arguments to a parser, calls `app`, and prints text or JSON; `main`
chooses the verb and turns every failure into a sentence and an exit code.
`completing` answers what a shell completes. `full_screen` plays a game beside the
widgets of `game_screen`, an extra that is imported with `play --screen` alone.
"""
