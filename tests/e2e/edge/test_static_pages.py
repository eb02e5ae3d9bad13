"""The static pages of the real binary: one shell for all guests, compressed at build time."""

import gzip
import re

ADDRESSES = ["/", "/events/tour", "/queue/tour", "/events/tour/seats", "/events/tour/book",
             "/payment/O-0000000000000", "/bookings", "/bookings/B-20261115-222222"]
LANGUAGES = ("en", "ko")


def pages():
    return [f"/{language}{address}" for language in LANGUAGES for address in ADDRESSES]


def files_of(page):
    return re.findall(r'(?:src|href)="(/assets/[^"]+)"', page.body.decode())


def test_a_page_is_cacheable_strict_and_in_its_language(server):
    for page in pages():
        answer = server.get(page, {"Cookie": "onsale_v=x"})
        assert answer.status == 200, page
        assert answer.header("Content-Type") == "text/html; charset=utf-8"
        assert answer.header("Cache-Control") == "public, max-age=10"
        assert answer.header("Vary") == "Accept-Encoding"
        assert answer.header("Set-Cookie") is None
        assert "unsafe" not in answer.header("Content-Security-Policy")
        assert f'lang="{page[1:3]}"'.encode() in answer.body
        head = server.request("HEAD", page)
        assert (head.status, head.body) == (200, b"")
        assert head.header("Content-Length") == str(len(answer.body))


def test_every_file_that_a_page_names_is_there_for_ever(server):
    files = {file for page in pages() for file in files_of(server.get(page))}
    assert len(files) > len(ADDRESSES)
    for file in files:
        answer = server.get(file)
        assert answer.status == 200, file
        assert answer.header("Cache-Control") == "public, max-age=31536000, immutable", file
        assert answer.header("X-Content-Type-Options") == "nosniff", file


def test_packed_files_are_smaller_and_the_same(server):
    for file in [*files_of(server.get("/en/queue/tour")), "/en/queue/tour"]:
        plain = server.get(file)
        packed = server.get(file, {"Accept-Encoding": "gzip"})
        if packed.header("Content-Encoding") is None:
            assert packed.body == plain.body
            continue
        assert gzip.decompress(packed.body) == plain.body and len(packed.body) < len(plain.body)
        smallest = server.get(file, {"Accept-Encoding": "gzip, deflate, br"})
        assert smallest.header("Content-Encoding") == "br"
        assert len(smallest.body) < len(packed.body)
        tags = {one.header("ETag") for one in (plain, packed, smallest)}
        assert len(tags) == 3 and not any(tag.startswith("W/") for tag in tags)


def test_whoever_has_a_page_is_told_so(server):
    for path in ("/en/queue/tour", files_of(server.get("/en/queue/tour"))[0]):
        first = server.get(path, {"Accept-Encoding": "br"})
        again = server.get(path, {"Accept-Encoding": "br", "If-None-Match": first.header("ETag")})
        assert (again.status, again.body) == (304, b"")
        assert again.header("Cache-Control") == first.header("Cache-Control")
        assert again.header("ETag") == first.header("ETag")


def test_the_console_is_on_the_operators_listener_alone(server):
    for language in LANGUAGES:
        page = f"/{language}/admin"
        assert server.get(page).status == 404
        console = server.get(page, port=server.admin_port)
        assert console.status == 200 and "no-store" not in console.header("Cache-Control")
        for file in files_of(console):
            assert server.get(file, port=server.admin_port).status == 200, file
    moved = server.get("/admin", {"Accept-Language": "ko"}, port=server.admin_port)
    assert (moved.status, moved.header("Location")) == (302, "/ko/admin")
    for path in ("/", "/en/", "/en/queue/tour", "/api/admin/events"):
        assert server.get(path, port=server.admin_port).code == "KEY_REQUIRED", path


def test_a_browser_gets_its_cookie_by_a_call(server):
    server.create_event("tour", rules={"maxActive": 1})
    guest = server.guest()
    assert guest.call("GET", "/en/queue/tour").header("Set-Cookie") is None
    assert guest.call("POST", "/api/visitor", {}).json() == {"visitor": "new"}
    first = guest.cookies["onsale_v"]
    assert guest.enter("tour")["status"] == "admitted"
    assert guest.call("POST", "/api/visitor", {}).json() == {"visitor": "known"}
    assert guest.cookies["onsale_v"] == first
