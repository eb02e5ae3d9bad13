#include "waiting_room/codec/draw_json.hpp"

#include <cstdint>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include "base/base64url.hpp"
#include "codec/object_reader.hpp"

namespace onsale::waiting_room {
namespace {

// Reads on after a member that is not readable.
constexpr codec::Dialect kDialect{.problems_max = SIZE_MAX, .ignores_unknown = true};

// Decodes bytes of a known size from hex or base64url, which differ in length.
template <class Bytes>
std::optional<Bytes> bytes_of(std::string_view text) {
    Bytes bytes{};
    const auto decoded =
        text.size() == 2 * bytes.size() ? hex_decode(text) : base64url_decode(text);
    if (!decoded || decoded->size() != bytes.size()) return std::nullopt;
    std::memcpy(bytes.data(), decoded->data(), bytes.size());
    return bytes;
}

std::string text_in(codec::ObjectReader& reader, std::string_view name) {
    return reader.get<std::string>(name).value_or("");
}

std::optional<std::vector<Sha256Digest>> path_in(codec::ObjectReader& reader) {
    const auto steps = reader.get<std::vector<std::string>>("path", codec::AtMost{kDrawPathMax});
    if (!steps) return std::nullopt;
    std::vector<Sha256Digest> path;
    for (const std::string& step : *steps) {
        const auto digest = digest_from_text(step);
        if (!digest) return std::nullopt;
        path.push_back(*digest);
    }
    return path;
}

}  // namespace

DrawProof draw_proof_from_json(const boost::json::object& proof) {
    codec::ObjectReader reader{proof, kDialect};
    return {.algorithm = text_in(reader, "algorithm"),
            .commitment = digest_from_text(text_in(reader, "commitment")),
            .secret = digest_from_text(text_in(reader, "secret")),
            .members_root = digest_from_text(text_in(reader, "membersRoot")),
            .member_count = reader.get<std::uint64_t>("memberCount")};
}

DrawReceipt draw_receipt_from_json(const boost::json::object& receipt) {
    codec::ObjectReader reader{receipt, kDialect};
    return {.index = reader.get<std::uint64_t>("index"),
            .place = reader.get<std::uint64_t>("place"),
            .leaf = bytes_of<DrawLeaf>(text_in(reader, "leaf")),
            .path = path_in(reader)};
}

std::optional<Sha256Digest> digest_from_text(std::string_view text) {
    return bytes_of<Sha256Digest>(text);
}

}  // namespace onsale::waiting_room
