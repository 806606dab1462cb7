"""A policy that places instructions on the streaming engine, learned by PPO with masked actions.

After "RL approach for mapping applications to dataflow-based CGRA" (§3): instructions are placed
one after the other, an action is a tile and a spoke, a graph network with attention reads the
program, and illegal actions are masked. `tasks` and `observation` make the observations, `env` is
the environment, `network` and `policy` choose, `training` learns, `predict` maps. Only training
needs stable-baselines3; mapping needs torch. docs/streaming.md explains the reading of the paper.
"""
