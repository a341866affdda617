"""Uploads tell what was assumed about their letters, and take the answer where it is asked."""

POLISH = "imię;miasto\nŁukasz;Łódź\nGrażyna;Kraków\nMałgorzata;Wrocław\nŚwiętosław;Gdańsk\n"
UNSURE = "miasto;n\nGdańsk;1\nPoznań;2\n".encode("cp1250")
