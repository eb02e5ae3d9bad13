#include "adapter/http/api/page/plain_page_assets.hpp"

#include <algorithm>
#include <array>

#include "base/base64url.hpp"
#include "base/sha256.hpp"

namespace onsale::http {
namespace {

constexpr std::string_view kStyle = R"css(
:root{color-scheme:light dark;--ground:#f6f6fa;--card:#fff;--ink:#16161d;--soft:#5b5b6b;
--line:#e2e2ea;--brand:#4633d9;--on-brand:#fff;--alert:#b3261e;--good:#12714a}
@media (prefers-color-scheme:dark){:root{--ground:#101016;--card:#1a1a23;--ink:#f2f2f7;
--soft:#b0b0c0;--line:#30303d;--brand:#a79bff;--on-brand:#12101f;--alert:#ff8a80;--good:#6fd8a8}}
*{box-sizing:border-box}
body{margin:0;background:var(--ground);color:var(--ink);line-height:1.55;word-break:keep-all;
overflow-wrap:anywhere;font-family:system-ui,-apple-system,"Apple SD Gothic Neo","Noto Sans KR",
"Malgun Gothic","Segoe UI",sans-serif}
a{color:var(--brand)}
:focus-visible{outline:3px solid var(--brand);outline-offset:3px;border-radius:6px}
header,main{width:min(100% - 2rem,40rem);margin-inline:auto}
header{display:flex;justify-content:space-between;align-items:center;padding-block:.75rem}
nav{display:flex;gap:.25rem}
nav a,.brand{display:inline-flex;align-items:center;min-height:44px;padding-inline:.5rem;
color:var(--soft);text-decoration:none}
nav a[aria-current]{color:var(--ink);font-weight:600}
.brand{color:var(--brand);font-weight:800;font-size:1.15rem;padding-inline:0}
.skip{position:absolute;left:-999rem}
.skip:focus{left:1rem;top:1rem;background:var(--card);padding:.75rem;z-index:1}
main{padding-bottom:3rem}
h1{font-size:clamp(1.4rem,6vw,2rem);line-height:1.25;margin:.5rem 0 0}
h2{font-size:1.15rem;margin:0}
p{margin:.5rem 0}
.soft{color:var(--soft)}
.card{background:var(--card);border:1px solid var(--line);border-radius:16px;
padding:1.25rem;margin-block:1rem}
.list{list-style:none;padding:0;margin:0}
.tag{display:inline-block;border:1px solid currentColor;border-radius:99px;padding:0 .7rem;
font-size:.85rem;color:var(--brand);margin-bottom:.4rem}
.big{text-align:center}
.number{display:block;font-size:clamp(2.5rem,13vw,5.5rem);font-weight:800;line-height:1.1;
white-space:nowrap;font-variant-numeric:tabular-nums;letter-spacing:-.03em}
.number.words{font-size:clamp(1.5rem,8vw,2.5rem);letter-spacing:0;white-space:normal}
dl{display:grid;grid-template-columns:repeat(auto-fit,minmax(6.5rem,1fr));gap:.75rem;
margin:1rem 0 0}
dl div{border-top:1px solid var(--line);padding-top:.5rem}
dt{color:var(--soft);font-size:.85rem}
dd{margin:0;font-weight:600;font-variant-numeric:tabular-nums}
button,.button,summary{font:inherit;font-weight:700;min-height:48px;border-radius:12px;
padding:.6rem 1.25rem;cursor:pointer}
button,.button{display:flex;width:100%;justify-content:center;align-items:center;border:0;
background:var(--brand);color:var(--on-brand);text-decoration:none;text-align:center}
button:hover,.button:hover{filter:brightness(1.08)}
button[disabled]{opacity:.6;cursor:progress}
button.plain{background:transparent;color:var(--alert);border:2px solid currentColor}
summary{color:var(--soft);font-weight:500;padding-inline:0;display:flex;align-items:center}
label{display:block;margin-block:.5rem}
input{font:inherit;width:100%;min-height:48px;padding:.5rem .75rem;border-radius:12px;
border:1px solid var(--soft);background:var(--ground);color:inherit;margin-top:.25rem}
.note{border-left:4px solid var(--brand);padding:.5rem .9rem;margin-block:1rem;
background:var(--card);white-space:pre-line}
.note.bad{border-color:var(--alert)}
.note.turn{border-color:var(--good)}
[hidden]{display:none}
)css";

constexpr std::string_view kScript = R"js('use strict';
(() => {
  const language = document.documentElement.lang;
  for (const time of document.querySelectorAll('time')) showTime(time);
  const page = document.querySelector('[data-event]');
  if (!page) return;

  function showTime(time) {
    const options = {dateStyle: 'medium', timeStyle: 'short'};
    try {
      const at = new Date(time.dateTime);
      const zone = time.dataset.zone;
      time.textContent = at.toLocaleString(language, zone ? {...options, timeZone: zone} : options);
    } catch { /* An unknown zone: what the server wrote stays. */ }
  }

  const field = name => page.querySelector(`[data-field="${name}"]`);
  function show(name, text) {
    const element = field(name);
    if (element && element.textContent !== text) element.textContent = text;
  }
  const number = value => new Intl.NumberFormat(language).format(value);
  function about(seconds) {
    if (seconds < 60) return page.dataset.underAMinute;
    const minutes = Math.ceil(seconds / 60);
    return minutes < 120 ? page.dataset.aboutMinutes.replace('{}', minutes)
                         : page.dataset.aboutHours.replace('{}', Math.round(minutes / 60));
  }

  // There is none while nobody is let in.
  function updateWait(seconds) {
    const wait = field('estimatedWait');
    if (!wait) return;
    wait.parentElement.hidden = seconds == null;
    if (seconds != null) show('estimatedWait', about(seconds));
  }

  function updateSeats(answer) {
    const words = page.dataset;
    const pattern = answer.seatsRough ? words.aboutSeats : words.seats;
    for (const name of ['seatsFree', 'seatsMayReturn'])
      if (pattern) show(name, pattern.replace('{}', number(answer[name])));
    const odds = answer.odds;
    if (!odds || !words.chanceReason) return;
    const word = {likely: words.chanceLikely, even: words.chanceEven,
                  unlikely: words.chanceUnlikely, none: words.chanceNone}[odds.answer];
    if (odds.answer === 'none') return show('odds', word);
    show('odds', words.chanceReason.replace('{0}', word).replace('{1}', number(odds.seats))
        .replace('{2}', number(answer.ahead)).replace('{3}', number(odds.inside)));
  }

  const openAgain = () => location.replace(location.pathname + '?plain=1');

  function update(answer) {
    field('stale').hidden = true;
    // A changed status needs another page. Only the server has its texts, so reload.
    if (answer.status !== page.dataset.status) return openAgain();
    for (const name of ['position', 'ahead', 'behind', 'admittedPerMinute'])
      if (answer[name] != null) show(name, number(answer[name]));
    updateWait(answer.estimatedWait);
    if (answer.seatsFree != null) updateSeats(answer);
    if (answer.status === 'waiting') document.title = number(answer.position) + ' - ' + title;
    show('message', answer.message || '');
    field('message').hidden = !answer.message;
    const until = field('keepUntil');
    if (until && answer.keepUntil) {
      until.dateTime = answer.keepUntil;
      showTime(until);
    }
  }

  const title = document.title;
  const url = '/api/queue/status?eventId=' + encodeURIComponent(page.dataset.event);
  let failures = 0;
  async function poll() {
    let next = 5000;
    try {
      const response = await fetch(url, {cache: 'no-store', credentials: 'same-origin'});
      if (response.ok) {
        const answer = await response.json();
        failures = 0;
        next = answer.nextPollMs;
        update(answer);
      } else if (response.status === 401) {
        return openAgain();
      } else {
        throw new Error(response.status);
      }
    } catch {
      // Waits longer each time, up to half a minute, and never all guests at once.
      next = Math.min(30000, 2000 * 2 ** Math.min(failures++, 4)) * (0.8 + 0.4 * Math.random());
      field('stale').hidden = false;
    }
    setTimeout(poll, next);
  }
  const next = Number(page.dataset.nextPollMs);
  if (page.dataset.status) setTimeout(poll, next);
  // There is no place yet. Reload at the opening, at a random moment.
  else if (next) setTimeout(() => location.reload(), next * (1 + Math.random()));

  function zeroBits(bytes) {
    let bits = 0;
    for (const byte of bytes) {
      bits += Math.clz32(byte) - 24;
      if (byte) break;
    }
    return bits;
  }
  async function solve(challenge, difficulty) {
    const encoder = new TextEncoder();
    for (let nonce = 0; ; nonce++) {
      const bytes = encoder.encode(challenge + ':' + nonce);
      const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
      if (zeroBits(digest) >= difficulty) return String(nonce);
    }
  }
  const form = page.querySelector('form[data-proof]');
  if (form) form.addEventListener('submit', async submitted => {
    submitted.preventDefault();
    form.querySelector('button').disabled = true;
    field('working').hidden = false;
    try {
      const response = await fetch('/api/queue/challenge?eventId=' +
                                   encodeURIComponent(page.dataset.event), {cache: 'no-store'});
      const {challenge, difficulty} = await response.json();
      form.elements.proofNonce.value = await solve(challenge, difficulty);
      form.elements.proofChallenge.value = challenge;
    } finally {
      form.submit();
    }
  });
})();
)js";

constexpr std::string_view kIcon =
    R"(<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" )"
    R"(rx="8" fill="#4633d9"/><path d="M7 11h18v3a2 2 0 0 0 0 4v3H7v-3a2 2 0 0 0 0-4z" )"
    R"(fill="#fff"/></svg>)";

PageAsset asset(std::string_view extension, std::string_view content_type, std::string_view body) {
    constexpr std::size_t kHashLength = 16;
    std::string path = "/assets/" + hex_encode(as_bytes(sha256(body))).substr(0, kHashLength);
    path += extension;
    return {std::move(path), content_type, body};
}

const std::array<PageAsset, 3>& assets() {
    static const std::array<PageAsset, 3> all = {
        asset(".css", "text/css; charset=utf-8", kStyle),
        asset(".js", "text/javascript; charset=utf-8", kScript),
        asset(".svg", "image/svg+xml", kIcon),
    };
    return all;
}

}  // namespace

const PageAsset* find_asset(std::string_view path) {
    const auto found = std::ranges::find(assets(), path, &PageAsset::path);
    return found == assets().end() ? nullptr : &*found;
}

const std::string& style_path() {
    return assets()[0].path;
}

const std::string& script_path() {
    return assets()[1].path;
}

const std::string& icon_path() {
    return assets()[2].path;
}

}  // namespace onsale::http
