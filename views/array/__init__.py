"""Arrays as pictures: where components are, how paths run, and how much of both is used."""
