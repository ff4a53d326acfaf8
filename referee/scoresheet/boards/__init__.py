"""What a game's table page shows besides what all games have: a module for each such game, named after it.

`on_table(view)` takes the table as the person at the phone may see it, may give its choices other words, and
returns what the game's template `games/<slug>/table.html` needs besides.
"""
