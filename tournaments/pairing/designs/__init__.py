"""Schedules in which nobody meets anybody twice: `known` constructions from `fields`, rounds that turn in a
circle (`cyclic`), and where neither leads on, `search`. All of them only say who sits together."""
