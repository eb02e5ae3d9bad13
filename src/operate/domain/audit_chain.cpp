#include "operate/domain/audit_chain.hpp"

#include <cstddef>
#include <string>

#include "base/bytes.hpp"

namespace onsale::operate {
namespace {

// Limits an entry to 3 KiB whatever was sent. Our own longest texts fit; a path or body made to
// fill the disk does not.
constexpr std::size_t kWordMax = 72;
constexpr std::size_t kTextMax = 768;

// Keeps printable ASCII and writes every other byte as %XX, so that no text can end a line, reverse
// the direction of a terminal or imitate another character.
std::string safe(std::string_view text, std::size_t size_max) {
    constexpr std::string_view kDigits = "0123456789ABCDEF";
    constexpr std::string_view kCut = "...";
    std::string out;
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        const bool plain = byte >= 0x20 && byte < 0x7F;
        if (out.size() + (plain ? 1 : 3) > size_max - kCut.size()) return out.append(kCut);
        if (plain)
            out += c;
        else
            out.append({'%', kDigits[byte >> 4U], kDigits[byte & 15U]});
    }
    return out;
}

}  // namespace

AuditNote stored_form(const AuditNote& note) {
    return {.who = safe(note.who, kWordMax),
            .request = safe(note.request, kWordMax),
            .what = safe(note.what, kTextMax),
            .asked = safe(note.asked, kTextMax),
            .about = safe(note.about, kWordMax),
            .effect = safe(note.effect, kTextMax),
            .count = note.count,
            .result = safe(note.result, kWordMax),
            .begun = note.begun};
}

Sha256Digest audit_chain(const AuditMac& mac, const Sha256Digest& previous,
                         const AuditEntry& entry) {
    std::string bytes{as_bytes(previous)};
    ByteWriter out{bytes};
    out.fixed(entry.seq);
    out.fixed(static_cast<std::uint64_t>(to_ms(entry.at)));
    // Each text is preceded by its size, so that no byte can move from one field to another.
    out.text(entry.note.who);
    out.text(entry.note.request);
    out.text(entry.note.what);
    out.text(entry.note.asked);
    out.text(entry.note.about);
    out.text(entry.note.effect);
    out.fixed(entry.note.count);
    out.text(entry.note.result);
    out.fixed(entry.note.begun);
    return mac(bytes);
}

}  // namespace onsale::operate
