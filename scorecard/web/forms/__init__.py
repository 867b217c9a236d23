"""Forms for the settings and the rounds of every game; they check shape, the rules the rest."""
