"""Spoil a good request: wrong types, huge numbers, odd signs, broken bodies, headers and paths."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from random import Random
from typing import Any
from urllib.parse import quote, urlsplit

from tests.fuzzing.requests import Ask, Fields

FORM = "application/x-www-form-urlencoded"
BOUNDARY = "a-border"
DEEP = 3_000
LONG = 70_000
MOST_DIGITS = 25
HUGE = "1" + "0" * 5_000
"""More digits than Python reads into a number."""
TEXTS = (
    *("", " ", "\t\r\n", "0", "-0", "-1", "1e999", "0x10", "1_000", "٣", "½", "−5", "+5", "1.5"),
    *("1,000", "NaN", "Infinity", "null", "true", "[]", "{}", '"', "'", "\\", "\x00", "a\x00b"),
    *("9" * 25, "9" * 5_000, "-" + "9" * 5_000, "2147483648", "9223372036854775808", "-1e5"),
    *("x" * LONG, "ß" * 300, "👩‍👩‍👧‍👦" * 50, "e\u0301" * 30, "\u202eAnn", "\ufeff", "\ufffd", "İ"),
    *("A\u200bnn", "ＡＮＮ", "ann ", "%s%n{0}", "{{7*7}}", "${7*7}", "<script>alert(1)</script>"),
    *("'; DROP TABLE games; --", "../../etc/passwd", "..%2f..%2f", "http://evil.example", "//evil"),
    *("a\r\nSet-Cookie: x=y", "=1+1", "@SUM(1)", "2026-02-30", "0000-00-00", "10000-01-01"),
    *("2026-01-01T25:00:00Z", "9999-12-31", "0001-01-01", "2026-W01-1", "20260101"),
)
"""What somebody might send where a text or a number is asked for."""


@dataclass
class Raw:
    """Something written into a JSON body as it is."""

    text: str


ODD: tuple[Any, ...] = (
    *(None, True, False, 0, -1, 1, 2**31 - 1, 2**31, 2**63, -(2**63) - 1, 1.5, -0.0, 1e308),
    *(Raw("NaN"), Raw("-Infinity"), Raw("1e999"), Raw(HUGE), Raw(f"-{HUGE}"), Raw("1E400")),
    *(Raw("01"), Raw("'a'"), Raw(""), Raw("[" * DEEP + "]" * DEEP), Raw('{"a":' * DEEP)),
    *(Raw('"\\ud800"'), Raw('"\\udfff\\ud800"'), Raw('"\\u0000"'), Raw('{"a":1,"a":2}')),
    *([], {}, [[]], [None], {"": ""}, {"a": {"a": {"a": []}}}, [0] * 5_000, ["x"] * 500),
)
HEADERS = {
    "Idempotency-Key": ("", "k", "k" * 64, "k" * 65, "ключ", "a b", '"a"', "\x7f", "k,k"),
    "If-Match": ("*", '"1"', 'W/"1"', '"', "", "1" * 9_000),
    "If-None-Match": ("*", 'W/"', '"a","b"', "W/" * 2_000),
    "If-Modified-Since": ("yesterday", "Thu, 01 Jan 1970 00:00:00 GMT", "Thu, 99 Jan 99999"),
    "If-Range": ('"x"', "x"),
    "Range": ("bytes=0-0", "bytes=-1", "bytes=5-1", "bytes=0-0,1-1", "rounds=1-", "bytes=a-b"),
    "Accept": ("*/*", "text/html;q=x", "application/json;q=-1", ",,;;", "a/b" * 2_000, "image/png"),
    "Accept-Encoding": ("gzip;q=x", "br", "*;q=0", "identity;q=0", ",", "zip" * 999),
    "Accept-Language": ("de", "*", "en;q=nan", "x" * 9_000),
    "Content-Encoding": ("gzip", "deflate", "br", "x"),
    "Transfer-Encoding": ("chunked", "gzip", "identity", ""),
    "Authorization": (
        "Bearer",
        "Bearer ",
        "Bearer x.y",
        "Basic eDp5",
        "Basic %",
        "Digest a=b",
        "é",
    ),
    "Cookie": (
        "scorecard=",
        "scorecard=x",
        "scorecard=.a.b.c",
        "=",
        ";;",
        "scorecard=" + "A" * 9000,
    ),
    "Host": ("evil.example", "localhost:99999", "[::1]", "a b", "", "..", "localhost:x"),
    "Origin": ("null", "http://evil.example"),
    "Referer": ("http://evil.example/x", "javascript:alert(1)", "::", "http://[", "/games/new"),
    "X-Forwarded-For": ("1.2.3.4", "x", "::1, ::2"),
    "X-Forwarded-Host": ("evil.example", "a\tb"),
    "X-HTTP-Method-Override": ("DELETE", "PUT"),
    "Last-Event-ID": ("-1", "x", "9" * 5_000),
    "User-Agent": ("", "x" * 9_000, "<b>"),
    "Expect": ("100-continue", "x"),
    "Sec-Fetch-Site": ("cross-site", "x"),
    "X-Requested-With": ("XMLHttpRequest",),
}
TYPES = (
    *("application/json", "application/json; charset=utf-16", "application/json;charset=latin-1"),
    *("application/json; charset=nonsense", "application/problem+json", "text/json", "text/plain"),
    *("", "application", "a/b/c", FORM, f"{FORM}; charset=utf-7", "multipart/form-data"),
    *("multipart/form-data; boundary=", f"multipart/form-data; boundary={'b' * 300}", "text/csv"),
    *(f"multipart/form-data; boundary={BOUNDARY}", "multipart/mixed; boundary=x", "image/png"),
)
METHODS = ("POST", "PUT", "PATCH", "DELETE", "TRACE", "GET", "HEAD", "OPTIONS")


@dataclass
class Shot:
    """One request as it goes over the wire."""

    method: str
    path: bytes
    query: str
    body: bytes
    content_type: str
    headers: list[tuple[str, str]] = field(default_factory=list)
    length: str | None = None
    route: tuple[str, str] = ("", "")

    def __str__(self) -> str:
        more = f" {self.headers}" if self.headers else ""
        more += f" length={self.length!r}" if self.length is not None else ""
        shown = self.body if len(self.body) < 400 else self.body[:200] + b" ... " + self.body[-100:]
        path = self.path.decode("latin-1")[:200]
        return f"{self.method} {path}?{self.query[:200]} ({self.content_type}){more}\n  {shown!r}"


class Spoiler:
    """Makes shots of good requests, the same ones for the same ``random`` numbers."""

    def __init__(self, random: Random, foreign: list[str]) -> None:
        self.random = random
        self.foreign = foreign

    def shot(self, ask: Ask) -> Shot:
        """Return a request, in most cases spoilt in one to three ways."""
        ways = self.random.choices((0, 1, 2, 3), (1, 12, 5, 2))[0]
        body, fields = ask.body, ask.fields
        url = urlsplit(ask.url)
        inside = self.random.choices((0, 1, 2), (3, 12, 2))[0] if ways else 0
        if fields is not None:
            for _ in range(inside):
                fields = self._spoil_fields(fields)
        elif ask.method != "GET":
            for _ in range(inside):
                body = self._spoil_json(body)
        shot = Shot(ask.method, url.path.encode(), url.query, b"", "", route=ask.route)
        self._write(shot, fields, body, is_form=ask.fields is not None)
        outside: tuple[Any, ...] = (
            *(self._spoil_path, self._spoil_query, self._spoil_header, self._spoil_header),
            *(self._spoil_type, self._spoil_bytes, self._spoil_length, self._spoil_method),
        )
        for _ in range(max(0, ways - 1 if inside else ways)):
            self.random.choice(outside)(shot)
        return shot

    def _write(self, shot: Shot, fields: Fields | None, body: Any, *, is_form: bool) -> None:
        if not is_form:
            if shot.method != "GET":
                shot.body = written(body).encode("utf-8", "surrogatepass")
                shot.content_type = "application/json"
        elif self.random.random() < 0.25:
            shot.body = self._multipart(fields or [])
            shot.content_type = f"multipart/form-data; boundary={BOUNDARY}"
        else:
            pairs = (f"{_quoted(name)}={_quoted(value)}" for name, value in fields or [])
            shot.body = "&".join(pairs).encode()
            shot.content_type = FORM

    def _multipart(self, fields: Fields) -> bytes:
        random, parts = self.random, []
        for name, value in fields:
            head = f'Content-Disposition: form-data; name="{name}"'
            if random.random() < 0.05:
                head = random.choice(
                    (
                        f'{head}; filename="../../{value[:40]}"',
                        f"{head}\r\nContent-Type: text/plain; charset=utf-16",
                        "Content-Disposition: form-data",
                        "Content-Disposition: attachment; name",
                        f"{head}\r\nContent-Transfer-Encoding: base64",
                        "X: y",
                        "",
                    )
                )
            parts.append(f"--{BOUNDARY}\r\n{head}\r\n\r\n{value}\r\n")
        end = random.choices((f"--{BOUNDARY}--\r\n", "", f"--{BOUNDARY}"), (20, 1, 1))[0]
        return ("".join(parts) + end).encode("utf-8", "surrogatepass")

    def _spoil_fields(self, fields: Fields) -> Fields:
        random, spoilt = self.random, list(fields)
        way = random.random()
        place = random.randrange(len(spoilt)) if spoilt else 0
        if not spoilt or way < 0.06:
            return [*spoilt, (random.choice(TEXTS)[:99], random.choice(TEXTS))]
        name, value = spoilt[place]
        if way < 0.62:
            spoilt[place] = (name, self._text(value))
        elif way < 0.72:
            del spoilt[place]
        elif way < 0.82:
            spoilt.insert(place, (name, self._text(value)))
        elif way < 0.88:
            spoilt[place] = (random.choice(TEXTS)[:99] + name, value)
        elif way < 0.94:
            other = random.randrange(len(spoilt))
            spoilt[place], spoilt[other] = (name, spoilt[other][1]), (spoilt[other][0], value)
        elif way < 0.97:
            spoilt += [(name, value)] * random.choice((2, 50, 2_000))
        else:
            spoilt = [(name, self._text(value)) for name, value in spoilt]
        return spoilt

    def _text(self, value: str) -> str:
        random = self.random
        way = random.random()
        if way < 0.7:
            return random.choice((*TEXTS, *self.foreign))
        if way < 0.8 and value.isdecimal() and len(value) < MOST_DIGITS:
            return str(int(value) + random.choice((-1, 1, 10, -1000, 10**9)))
        if not value:
            return random.choice(TEXTS)
        place = random.randrange(len(value))
        return value[:place] + random.choice(TEXTS)[:20] + value[place + random.randrange(2) :]

    def _spoil_json(self, body: Any) -> Any:
        """Return a copy of a value with something in it replaced, taken away or added."""
        random = self.random
        places = list(_places(body))
        if not places or random.random() < 0.03:
            return self._odd(body)
        path = random.choice(places)
        way = random.random()
        spoilt = json.loads(json.dumps(body)) if _is_plain(body) else body
        inside = spoilt
        for step in path[:-1]:
            inside = inside[step]
        last = path[-1]
        if way < 0.7:
            inside[last] = self._odd(inside[last])
        elif way < 0.8:
            del inside[last]
        elif isinstance(inside, dict):
            if way < 0.9:
                inside[random.choice(TEXTS)[:99]] = self._odd(inside[last])
            else:
                inside[random.choice((*TEXTS, "version", "9"))[:99]] = inside.pop(last)
        else:
            inside += [inside[last]] * random.choice((1, 30, 3_000))
        return spoilt

    def _odd(self, value: Any) -> Any:
        random = self.random
        if isinstance(value, int) and not isinstance(value, bool) and random.random() < 0.4:
            return value + random.choice((-1, 1, 50, -50, 1000, 2**31, -(10**6)))
        if isinstance(value, str) and random.random() < 0.4:
            return self._text(value)
        way = random.random()
        if way < 0.1:
            return [value]
        if way < 0.2:
            return {"value": value}
        if way < 0.3:
            return written(value)
        return random.choice((*ODD, *TEXTS, *self.foreign))

    def _spoil_path(self, shot: Shot) -> None:
        random = self.random
        parts = shot.path.split(b"/")
        odd = (
            *(b"..", b".", b"", b"%2e%2e", b"-1", b"0", b"9" * 30, b"9" * 5_000, b"\x00", b"\xff"),
            *("ü".encode(), b"a" * 41, b"a" * 9_000, b"1.5", b"aaaaaaaaaaaa", b"%00", b"\r\nX: y"),
            *(one.encode() for one in self.foreign),
        )
        parts[random.randrange(len(parts))] = random.choice(odd)
        shot.path = b"/".join(parts) or b"/"

    def _spoil_query(self, shot: Shot) -> None:
        random = self.random
        name = random.choice(
            ("page", "season", "game", "to", "from", "players", "format", "wish", "seat", "as", "v")
        )
        text = _quoted(random.choice(TEXTS)[:9_000])
        odd = (f"{name}={text}", f"{name}={text}&{name}=", "%", "%ff%fe", "=&=&", "a" * 9_000, ";")
        shot.query = random.choice(odd)

    def _spoil_header(self, shot: Shot) -> None:
        name = self.random.choice(list(HEADERS))
        value = self.random.choice(HEADERS[name])
        shot.headers.append((name, value))

    def _spoil_type(self, shot: Shot) -> None:
        shot.content_type = self.random.choice(TYPES)

    def _spoil_bytes(self, shot: Shot) -> None:
        random, body = self.random, bytearray(shot.body)
        way = random.randrange(6)
        if way == 0 and body:
            for _ in range(random.choice((1, 3, 20))):
                body[random.randrange(len(body))] = random.randrange(256)
        elif way == 1:
            del body[random.randrange(len(body) + 1) :]
        elif way == 2:
            body = bytearray(bytes(body).decode("utf-8", "replace").encode("utf-16"))
        elif way == 3:
            body = bytearray(b"\xef\xbb\xbf" + bytes(body))
        elif way == 4:
            body += bytes(body)
        else:
            body = bytearray(random.randbytes(random.choice((0, 1, 100, 5_000))))
        shot.body = bytes(body)

    def _spoil_length(self, shot: Shot) -> None:
        size = len(shot.body)
        odd = (
            "-1",
            "",
            "x",
            "0",
            str(size + 10),
            str(max(0, size - 5)),
            "9" * 30,
            "1.0",
            "9" * 5_000,
        )
        shot.length = self.random.choice(odd)

    def _spoil_method(self, shot: Shot) -> None:
        shot.method = self.random.choice(METHODS)


def written(value: Any) -> str:
    """Return a value as JSON, with what is raw in it as it is."""
    if isinstance(value, Raw):
        return value.text
    if isinstance(value, dict):
        return "{" + ",".join(f"{json.dumps(k)}:{written(v)}" for k, v in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ",".join(map(written, value)) + "]"
    return json.dumps(value, ensure_ascii=False)


def _quoted(text: str) -> str:
    return quote(text.encode("utf-8", "surrogatepass"), safe="")


def _places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Return the path of everything inside a value."""
    found = []
    inside = (
        value.items()
        if isinstance(value, dict)
        else enumerate(value)
        if isinstance(value, list)
        else ()
    )
    for step, one in inside:
        found += [(*path, step), *_places(one, (*path, step))]
    return found


def _is_plain(value: Any) -> bool:
    if isinstance(value, dict):
        return all(map(_is_plain, value.values()))
    if isinstance(value, list):
        return all(map(_is_plain, value))
    return not isinstance(value, Raw)
