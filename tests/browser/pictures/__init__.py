"""Pictures of the screens: phones, a tablet and a television, by day and by night.

``python -m tests.browser.pictures`` draws the two pictures of the README into ``.pictures/``; with
a folder as argument it draws the whole gallery there (``make gallery``), one folder for each size
and scheme with an ``index.html`` above them, and with names of scenes after it only these.
"""
