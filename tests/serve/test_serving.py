"""The browser fixture drives the real stack."""

import urllib.error
import urllib.request


def test_server_answers_with_the_headers_of_every_answer(server):
    try:
        answer = urllib.request.urlopen(server.url + "/")
    except urllib.error.HTTPError as error:
        answer = error
    with answer:
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert answer.headers["X-Frame-Options"] == "DENY"
        assert answer.headers["Referrer-Policy"] == "no-referrer"
        assert "script-src 'self'" in answer.headers["Content-Security-Policy"]


def test_static_files_are_served_without_collecting(server):
    with urllib.request.urlopen(
        server.url + "/static/drf_spectacular_sidecar/swagger-ui-dist/swagger-ui.css"
    ) as answer:
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert b".swagger-ui" in answer.read()


def test_a_real_browser_opens_it(page):
    answer = page.goto("/")
    assert answer is not None
    assert page.evaluate("navigator.userAgent").count("Chrome") == 1


def test_inline_scripts_are_refused(browser, server):
    page = browser.new_page(base_url=server.url)
    complaints = []
    page.on("console", lambda message: complaints.append(message.text))
    page.goto("/")
    page.evaluate(
        "document.body.append(Object.assign(document.createElement('script'), {text: 'window.ran = 1'}))"
    )
    assert page.evaluate("window.ran") is None
    page.close()
    assert any("Content Security Policy" in text for text in complaints)
