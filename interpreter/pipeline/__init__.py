"""From a folder to a checked program, ready to run.

`loading` reads a pack and checks it, `building` calls one reader a section,
`rechecking` reads again what an option changes, `option_readings` reads a pack under
other options with its help, `checking` tries a pack under many option combinations,
`opening` takes a program from the cache or makes it.
"""
