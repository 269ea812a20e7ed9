"""
Stage three: what the rules say of an action.

`decide` turns an Action and a Policy into a Decision, by the guard, the tools
of the role, its rules, its mode and `otherwise`. Pure: nothing outside is
looked at, and nothing is asked of anybody.
"""
