"""The forms in which games are scored on paper: a module for each game that has its own, named after it.

`on_paper(sheet, sides)` takes the scoresheet as queries give it and the names of the sides, and returns what
the game's template `games/<slug>/sheet.html` needs besides.
"""
