"""Pages for browsers without JavaScript: two languages, and safe for any title."""

import re
import time
import urllib.parse
from html.parser import HTMLParser

import pytest

from onsale import eventually, iso


class Page(HTMLParser):
    """A page as a browser without script sees it."""

    def __init__(self, html):
        super().__init__()
        self.forms, self.tags, self.fields, self.text = [], [], {}, ""
        self.inline_script, self._field = False, None
        self._in_script = False
        self.feed(html)

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        self.tags.append((tag, attributes))
        self._in_script = tag == "script"
        self._field = attributes.get("data-field")
        if tag == "form":
            self.forms.append({**attributes, "fields": {}})
        elif tag in ("input", "button") and self.forms and attributes.get("name"):
            self.forms[-1]["fields"][attributes["name"]] = attributes.get("value") or ""

    def handle_data(self, data):
        if self._in_script and data.strip():
            self.inline_script = True
        if self._field:
            self.fields[self._field] = data
        self.text += data + " "

    def handle_endtag(self, tag):
        self._in_script, self._field = False, None

    def onward(self):
        """The address of an immediate redirect in the page."""
        refreshes = [meta["content"] for meta in self.of("meta") if
                     meta.get("http-equiv") == "refresh" and meta["content"].startswith("0;url=")]
        return refreshes[0].removeprefix("0;url=") if refreshes else None

    def of(self, tag):
        return [attributes for name, attributes in self.tags if name == tag]

    def form(self, action):
        found = [form for form in self.forms if form["fields"].get("action") == action]
        assert len(found) == 1, (action, self.forms)
        return found[0]


class Browser:
    """Follows redirects, sends forms with an Origin, keeps cookies, and runs no script."""

    def __init__(self, server, language="en"):
        self.guest = server.guest()
        self.server = server
        self.language = language

    def _call(self, method, path, body=None, headers=None):
        headers = {"Accept": "text/html", "Accept-Language": self.language,
                   "User-Agent": "Mozilla/5.0 (X11; Linux) Firefox/128.0", **(headers or {})}
        if self.guest.cookies:
            headers["Cookie"] = "; ".join(f"{k}={v}" for k, v in self.guest.cookies.items())
        response = self.server.request(method, path, body, headers)
        self.guest.cookies.update(response.cookies())
        return response

    def open(self, path):
        """Also follows redirects in the page for browsers without script."""
        for _ in range(4):
            self.path, self.response = path, self._call("GET", path)
            self.page = Page(self.response.body.decode())
            onward = self.response.header("Location") or self.page.onward()
            if onward is None:
                break
            path = urllib.parse.urljoin(path, onward)
        return self.page

    def submit(self, action, **fields):
        form = self.page.form(action)
        assert form["method"] == "post"
        body = urllib.parse.urlencode({**form["fields"], **fields})
        response = self._call("POST", form["action"], body,
                              {"Content-Type": "application/x-www-form-urlencoded",
                               "Origin": f"http://127.0.0.1:{self.server.port}"})
        # Post, redirect, get: a reload sends nothing again.
        assert response.status == 303, (response.status, response.body)
        assert response.header("Location").startswith("/")
        return self.open(response.header("Location"))


@pytest.fixture
def waiting(server):
    server.create_event("concert", title="Spring Tour", artist="The Band", venue="The Hall",
                        redirectTo="/seats", rules={"maxActive": 0})
    return server


def test_a_guest_joins_waits_and_enters_without_script(waiting):
    browser = Browser(waiting)
    page = browser.open("/queue/concert")
    assert browser.path == "/en/queue/concert?plain=1" and "Spring Tour" in page.text
    waiting.guest().enter("concert")
    page = browser.submit("enter")
    assert page.fields["position"] == "2" and page.fields["ahead"] == "1"
    refresh = [meta for meta in page.of("meta") if meta.get("http-equiv") == "refresh"]
    assert refresh and 1 <= int(refresh[0]["content"]) <= 60
    waiting.cli("line", "set", "concert", "--max-active", "10")

    def let_in():
        browser.open("/en/queue/concert")
        return [a for a in browser.page.of("a") if a.get("href") == "/seats"]

    eventually(let_in, 3)
    assert "onsale_e_concert" in browser.guest.cookies
    admission = browser._call("GET", "/api/verify", headers={"X-Onsale-Event": "concert"})
    assert admission.status == 204


def test_leaving_asks_and_can_be_undone_without_script(waiting):
    browser, other = Browser(waiting), waiting.guest()
    browser.open("/en/queue/concert")
    browser.submit("enter")
    other.enter("concert")
    details = browser.page.of("details")
    assert details and "open" not in details[0]  # The question comes before the button.
    page = browser.submit("leave")
    eventually(lambda: waiting.admin("GET", "/events/concert/line")["leaving"] == 1, 1)
    # The page reports the leave and offers to return. It no longer shows the position.
    assert "position" not in page.fields
    browser.submit("enter")
    eventually(lambda: waiting.admin("GET", "/events/concert/line")["leaving"] == 0, 1)
    other_position = other.status("concert")["position"]
    assert other_position == 2  # The guest who returned kept the place.


def test_looking_at_the_page_of_a_leaver_does_not_undo_it(waiting):
    browser = Browser(waiting)
    browser.open("/en/queue/concert")
    browser.submit("enter")
    browser.submit("leave")
    for _ in range(3):
        browser.open("/en/queue/concert")
    eventually(lambda: waiting.admin("GET", "/events/concert/line")["leaving"] == 1, 1)


def test_a_refused_form_comes_back_as_a_page_in_words(waiting):
    waiting.create_event("presale", title="Presale", rules={"maxActive": 0}, phases=[
        {"id": "codes", "who": "code", "from": iso(time.time() - 60),
         "to": iso(time.time() + 3600)}])
    browser = Browser(waiting)
    browser.open("/en/queue/presale")
    assert "code" in browser.page.form("enter")["fields"]
    eventually(lambda: waiting.admin("GET", "/events/presale")["event"]["phase"] == "codes", 3)
    page = browser.submit("enter", code="WRONG-CODE")
    assert browser.path == "/en/queue/presale?plain=1&refused=CODE_UNKNOWN"
    alert = [a for t, a in page.tags if a.get("role") == "alert"]
    assert alert and "access code is not known" in page.text
    assert browser.response.header("Content-Type").startswith("text/html")
    waiting.cli("line", "stop-joins", "concert")
    browser.open("/en/queue/concert")
    page = browser.submit("enter")
    assert browser.path.endswith("&refused=JOINS_STOPPED") and "try again soon" in page.text


def test_a_form_without_cookies_is_told_what_to_do(waiting):
    browser = Browser(waiting)
    browser.open("/en/queue/concert")
    browser.guest.cookies.clear()  # A browser that stores no cookies.
    page = browser.submit("enter")
    assert browser.path.endswith("&refused=VISITOR_REQUIRED") and "cookie" in page.text


def test_a_leave_without_a_place_comes_back_as_a_page(waiting):
    browser = Browser(waiting)
    browser.open("/en/queue/concert")
    browser.submit("enter")
    del browser.guest.cookies["onsale_q_concert"]
    browser.submit("leave")
    assert browser.response.header("Content-Type").startswith("text/html")


def test_an_unknown_refusal_in_the_address_says_nothing(waiting):
    browser = Browser(waiting)
    for word in ("%3Cscript%3Ealert(1)%3C/script%3E", "SEATS_ARE_FREE_CALL_0900"):
        page = browser.open(f"/en/queue/concert?plain=1&refused={word}")
        assert browser.response.status == 200
        assert not [a for t, a in page.tags if a.get("role") == "alert"]
        assert b"alert(1)" not in browser.response.body and b"0900" not in browser.response.body


def test_pages_speak_korean_and_english_by_their_path(waiting):
    korean, english = Browser(waiting, "ko-KR,ko;q=0.9,en;q=0.8"), Browser(waiting, "en")
    assert korean.open("/queue/concert").of("html") == [{"lang": "ko"}]
    assert korean.path == "/ko/queue/concert?plain=1"
    assert english.open("/queue/concert").of("html") == [{"lang": "en"}]
    assert korean.open("/").of("html") == [{"lang": "ko"}] and korean.path == "/ko/?plain=1"
    # The language in the path overrides the browser's, and each page links to the other.
    page = korean.open("/en/queue/concert")
    assert page.of("html") == [{"lang": "en"}]
    assert "/ko/queue/concert?plain=1" in [a.get("href") for a in page.of("a")]
    assert re.search("[가-힣]", Browser(waiting).open("/ko/queue/concert").text)
    words = english.open("/en/queue/concert").text.replace("한국어", "")
    assert not re.search("[가-힣]", words)


def test_the_page_says_how_places_are_given(waiting):
    waiting.create_event("show", order="lobby-shuffle", lobbyOpensAt=iso(time.time() - 60),
                         opensAt=iso(time.time() + 3600))
    fifo = Browser(waiting).open("/en/queue/concert").text
    shuffle = Browser(waiting).open("/en/queue/show").text
    assert fifo.replace("Spring Tour", "") != shuffle
    assert re.search("draw|shuffl|random", shuffle, re.I)
    assert not re.search("draw|shuffl|random", fifo, re.I)


HOSTILE = '"><script>alert(1)</script><img src=x onerror=alert(2)>\'&{{7*7}}‮'


def test_text_from_people_is_escaped_everywhere(waiting):
    waiting.create_event("hostile", title=HOSTILE, artist=HOSTILE, venue=HOSTILE,
                         rules={"maxActive": 0})
    waiting.admin("PUT", "/events/hostile/levers", {"messageWaiting": HOSTILE})
    browser = Browser(waiting)
    for path in ("/en/", "/ko/", "/en/queue/hostile", "/ko/queue/hostile"):
        page = browser.open(path)
        assert browser.response.status == 200
        assert HOSTILE[:30] in page.text  # Only as text.
        assert not page.inline_script and not page.of("img") and not page.of("b")
        assert not any(name.startswith("on") for _, a in page.tags for name in a)
    browser.submit("enter") if browser.page.forms else None
    page = browser.open("/en/queue/hostile")
    assert not page.inline_script and not page.of("img")


def test_the_path_itself_cannot_inject(waiting):
    browser = Browser(waiting)
    for path in ("/en/queue/%3Cscript%3Ealert(1)%3C%2Fscript%3E", "/en/queue/a%22b",
                 "/en/queue/..%2f..%2f", "/ko/queue/%ff%fe"):
        browser.open(path)
        assert browser.response.status == 404
        assert b"<script>alert" not in browser.response.body
        assert browser.response.header("Content-Type").startswith("text/html")
    for path in ("/queue/%0d%0aSet-Cookie:x=1", "/queue//evil.example", "/queue/\\evil.example"):
        answer = browser._call("GET", path)
        assert answer.header("Set-Cookie") is None
        location = answer.header("Location") or "/"
        assert re.match(r"^/(en|ko)?/?(queue/)?[^/\\]", location) or location == "/"
        assert "\r" not in location and not location.startswith("//")


def test_every_page_forbids_foreign_scripts_and_frames(waiting):
    browser = Browser(waiting)
    for path in ("/en/", "/en/queue/concert", "/en/queue/nowhere", "/ko/queue/concert"):
        page = browser.open(path)
        policy = {part.split()[0]: part.split()[1:] for part in
                  browser.response.header("Content-Security-Policy").split(";")}
        assert policy["default-src"] == ["'none'"] and policy["script-src"] == ["'self'"]
        assert policy["frame-ancestors"] == ["'none'"] and policy["base-uri"] == ["'none'"]
        assert policy["form-action"] == ["'self'"]
        assert "unsafe" not in str(policy)
        assert browser.response.header("X-Content-Type-Options") == "nosniff"
        # The content security policy would block these.
        assert not page.inline_script and not page.of("style")
        assert not any("style" in a for _, a in page.tags)
        for tag, attribute in (("script", "src"), ("link", "href")):
            for element in page.of(tag):
                assert element[attribute].startswith("/assets/"), element
                asset = browser._call("GET", element[attribute])
                assert asset.status == 200 and "immutable" in asset.header("Cache-Control")


def test_people_who_cannot_see_are_told(waiting):
    browser = Browser(waiting)
    page = browser.open("/en/queue/concert")
    assert len(page.of("h1")) == 1 and len(page.of("main")) == 1 and page.of("html")[0]["lang"]
    page = browser.submit("enter")
    named = [a for t, a in page.tags if a.get("data-field") == "position"]
    assert named[0].get("aria-labelledby")
    assert [a for t, a in page.tags if a.get("role") == "status"]
    assert page.of("title") and not [m for m in page.of("meta") if
                                     "user-scalable=no" in m.get("content", "")]


def test_the_home_page_lists_what_is_on_sale(waiting):
    waiting.create_event("gone", title="Yesterday")
    eventually(lambda: waiting.get("/api/queue/serving/gone").json()["status"] == "open", 3)
    waiting.cli("event", "close", "gone")
    waiting.cli("event", "archive", "gone")

    def listed():
        page = Browser(waiting).open("/")
        hrefs = [a.get("href") for a in page.of("a")]
        return "/en/queue/concert?plain=1" in hrefs and "/en/queue/gone?plain=1" not in hrefs

    eventually(listed, 3)


def test_messages_of_the_operator_stand_on_the_page_within_a_second(waiting):
    browser = Browser(waiting)
    browser.open("/en/queue/concert")
    browser.submit("enter")
    waiting.cli("line", "message", "concert", "--to", "waiting", "We start ten minutes late.")
    eventually(lambda: "ten minutes late" in browser.open("/en/queue/concert").text, 1)
