"""Arrays as pictures: places of components, routes of paths, and the use of both."""
