"""Pruning from Python: `prune`, `trade_off` and their answers."""

from pruning.pruned import Pruned, prune
from pruning.traded import TradeOff, trade_off

__all__ = ["Pruned", "TradeOff", "prune", "trade_off"]
