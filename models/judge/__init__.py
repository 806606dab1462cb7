"""The judges of mappings: a checker by rules and a simulator on numbers. They share no model."""
