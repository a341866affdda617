"""Uploads tell what was assumed about their letters, and take the answer where it is asked."""

POLISH = "imię;miasto\nŁukasz;Łódź\nGrażyna;Kraków\nMałgorzata;Wrocław\nŚwiętosław;Gdańsk\n"
UNSURE = "miasto;n\nGdańsk;1\nPoznań;2\n".encode("cp1250")


def sent(idle, content, noun="tables", **query):
    return idle.client.post(
        f"/api/v1/{noun}",
        params={"name": "x.csv", **query},
        content=content,
        headers=idle.person("ada"),
    )


def test_an_upload_tells_what_was_assumed_at_once_and_later(idle):
    made = sent(idle, POLISH.encode("cp1250")).json()
    assert (made["encoding"], made["columns"]) == ("cp1250", ["imię", "miasto"])
    assert "read as cp1250" in made["assumed"]
    later = idle.client.get(f"/api/v1/tables/{made['id']}", headers=idle.person("ada")).json()
    assert later == made


def test_an_upload_that_is_not_certain_is_a_question_that_can_be_answered(idle):
    asked = sent(idle, UNSURE)
    assert (asked.status_code, "`encoding`" in asked.json()["detail"]) == (422, True)
    made = sent(idle, UNSURE, encoding="cp1250")
    assert (made.status_code, made.json()["assumed"]) == (201, None)
    page = idle.client.get(made.headers["Location"] + "/records", headers=idle.person("ada"))
    assert page.json()["lines"] == [["Gdańsk", "1"], ["Poznań", "2"]]


def test_hierarchies_ask_in_the_same_way(idle):
    assert sent(idle, UNSURE, "hierarchies").status_code == 422
    assert sent(idle, UNSURE, "hierarchies", encoding="cp1250").json()["encoding"] == "utf-8"
