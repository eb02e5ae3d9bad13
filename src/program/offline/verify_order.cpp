#include "program/offline/verify_order.hpp"

#include <algorithm>
#include <cstring>

#include <fmt/format.h>

#include "base/base64url.hpp"
#include "base/sha256.hpp"
#include "codec/object_reader.hpp"
#include "waiting_room/domain/draw.hpp"

namespace onsale::program {
namespace {

namespace json = boost::json;
using waiting_room::DrawLeaf;

constexpr std::string_view kAlgorithm = "onsale-draw-1";

// A Merkle path has one digest for each level of the tree.
constexpr std::size_t kPathMax = 64;

std::string text_of(const json::object& object, std::string_view name) {
    return codec::ObjectReader{object}.get<std::string>(name).value_or("");
}

std::optional<std::uint64_t> number_of(const json::object& object, std::string_view name) {
    return codec::ObjectReader{object}.get<std::uint64_t>(name);
}

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

class Verification {
  public:
    explicit Verification(const OrderEvidence& evidence) : evidence_(evidence) {}

    std::vector<OrderCheck> run() {
        if (check_terms() && check_commitment() && check_members() && check_order() &&
            evidence_.receipt)
            check_receipt(*evidence_.receipt);
        return std::move(checks_);
    }

  private:
    bool check(bool holds, std::string what) {
        checks_.push_back({std::move(what), holds});
        return holds;
    }

    bool check_terms() {
        const json::object& proof = evidence_.proof;
        const auto secret = bytes_of<Sha256Digest>(text_of(proof, "secret"));
        const auto root = bytes_of<Sha256Digest>(text_of(proof, "membersRoot"));
        const bool known = check(text_of(proof, "algorithm") == kAlgorithm,
                                 fmt::format("the algorithm is {}", kAlgorithm));
        if (!known || !check(secret && root, "the secret and the members' root are published"))
            return false;
        secret_ = *secret;
        root_ = *root;
        return true;
    }

    bool check_commitment() {
        const auto commitment = bytes_of<Sha256Digest>(text_of(evidence_.proof, "commitment"));
        if (!check(commitment == sha256(as_bytes(secret_)),
                   "the secret is the one committed to (SHA-256)"))
            return false;
        return evidence_.commitment.empty() ||
               check(bytes_of<Sha256Digest>(evidence_.commitment) == commitment,
                     "the commitment is the one you kept from before the draw");
    }

    bool check_members() {
        const auto count = number_of(evidence_.proof, "memberCount");
        const std::string& bytes = evidence_.leaves;
        if (!check(count && bytes.size() == *count * sizeof(DrawLeaf),
                   fmt::format("the list has all {} members", count.value_or(0))))
            return false;
        leaves_.resize(*count);
        if (!leaves_.empty()) std::memcpy(leaves_.data(), bytes.data(), bytes.size());
        return check(waiting_room::merkle_root(leaves_) == root_,
                     "the list of members gives the published root");
    }

    // The order itself is not published: it follows from the secret and the root.
    bool check_order() {
        order_ =
            waiting_room::draw_order(secret_, root_, static_cast<std::uint32_t>(leaves_.size()));
        return check(true, fmt::format("the order of all {} places is recomputed", order_.size()));
    }

    void check_receipt(const json::object& receipt) {
        const auto index = number_of(receipt, "index");
        const auto place = number_of(receipt, "place");
        const auto leaf = bytes_of<DrawLeaf>(text_of(receipt, "leaf"));
        if (!check(index && place && leaf && *index < leaves_.size() && *place >= 1 &&
                       *place <= order_.size(),
                   "the receipt has an index, a place and a leaf of this draw"))
            return;
        check(leaves_[*index] == *leaf && path_leads_to_root(receipt, *leaf, *index),
              fmt::format("the receipt's leaf is member {} of the list", *index)) &&
            check(order_[*place - 1] == *index,
                  fmt::format("that member has place {} in the order", *place));
    }

    bool path_leads_to_root(const json::object& receipt, const DrawLeaf& leaf,
                            std::uint64_t index) const {
        const auto steps = codec::ObjectReader{receipt}.get<std::vector<std::string>>(
            "path", codec::AtMost{kPathMax});
        if (!steps) return false;
        std::vector<Sha256Digest> path;
        for (const std::string& step : *steps) {
            const auto digest = bytes_of<Sha256Digest>(step);
            if (!digest) return false;
            path.push_back(*digest);
        }
        return waiting_room::merkle_root_from(leaf, index, leaves_.size(), path) == root_;
    }

    const OrderEvidence& evidence_;
    std::vector<OrderCheck> checks_;
    Sha256Digest secret_{};
    Sha256Digest root_{};
    std::vector<DrawLeaf> leaves_;
    std::vector<std::uint32_t> order_;
};

}  // namespace

std::vector<OrderCheck> verify_order(const OrderEvidence& evidence) {
    return Verification{evidence}.run();
}

}  // namespace onsale::program
