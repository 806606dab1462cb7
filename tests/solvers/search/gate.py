"""Events between a test and the module that it imports in another thread."""

from threading import Event

entered, opened = Event(), Event()
