"""Pictures of the screens, in the sizes of phones, by day and by night.

``python -m tests.browser.pictures`` draws the two pictures of the README into ``.pictures/``; with
a folder as argument it draws every screen there, one folder for each size and scheme, and with
names of scenes after it only these.
"""
