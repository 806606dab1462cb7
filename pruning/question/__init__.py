"""The smallest part of an array that does the job, and the proof that there is no smaller one.

`objective` says what small means, `engine` and `oracle` answer whether an array does the job,
`master` says how small an array must be for all that is known, `run` lets them play.
"""
