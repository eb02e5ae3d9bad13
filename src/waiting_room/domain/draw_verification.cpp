#include "waiting_room/domain/draw_verification.hpp"

#include <cstring>
#include <utility>

namespace onsale::waiting_room {
namespace {

class Verification {
  public:
    explicit Verification(const DrawEvidence& evidence)
        : evidence_(evidence), proof_(evidence.proof) {}

    std::vector<DrawCheck> run() {
        if (check_terms() && check_commitment() && check_members() && check_order() &&
            evidence_.receipt)
            check_receipt(*evidence_.receipt);
        return std::move(checks_);
    }

  private:
    bool check(DrawClaim claim, bool holds, std::uint64_t number = 0) {
        checks_.push_back({claim, holds, number});
        return holds;
    }

    bool check_terms() {
        return check(DrawClaim::kAlgorithmIsKnown, proof_.algorithm == kDrawAlgorithm) &&
               check(DrawClaim::kSecretAndRootArePublished, proof_.secret && proof_.members_root);
    }

    bool check_commitment() {
        if (!check(DrawClaim::kSecretIsCommittedTo,
                   proof_.commitment == sha256(as_bytes(*proof_.secret))))
            return false;
        return !evidence_.kept_commitment || check(DrawClaim::kCommitmentIsTheKeptOne,
                                                   evidence_.kept_commitment == proof_.commitment);
    }

    bool check_members() {
        const std::uint64_t count = proof_.member_count.value_or(0);
        const std::string& bytes = evidence_.leaves;
        if (!check(DrawClaim::kListIsComplete,
                   proof_.member_count && bytes.size() % sizeof(DrawLeaf) == 0 &&
                       bytes.size() / sizeof(DrawLeaf) == count,
                   count))
            return false;
        leaves_.resize(count);
        if (!leaves_.empty()) std::memcpy(leaves_.data(), bytes.data(), bytes.size());
        return check(DrawClaim::kListGivesTheRoot, merkle_root(leaves_) == proof_.members_root);
    }

    // The order itself is not published: it follows from the secret and the root.
    bool check_order() {
        order_ = draw_order(*proof_.secret, *proof_.members_root,
                            static_cast<std::uint32_t>(leaves_.size()));
        return check(DrawClaim::kOrderIsRecomputed, true, order_.size());
    }

    void check_receipt(const DrawReceipt& receipt) {
        const auto& [index, place, leaf, path] = receipt;
        if (!check(DrawClaim::kReceiptFitsTheDraw, index && place && leaf &&
                                                       *index < leaves_.size() && *place >= 1 &&
                                                       *place <= order_.size()))
            return;
        check(DrawClaim::kReceiptIsOfAMember,
              leaves_[*index] == *leaf && path &&
                  merkle_root_from(*leaf, *index, leaves_.size(), *path) == proof_.members_root,
              *index) &&
            check(DrawClaim::kPlaceIsInTheOrder, order_[*place - 1] == *index, *place);
    }

    const DrawEvidence& evidence_;
    const DrawProof& proof_;
    std::vector<DrawCheck> checks_;
    std::vector<DrawLeaf> leaves_;
    std::vector<std::uint32_t> order_;
};

}  // namespace

std::vector<DrawCheck> verify_draw(const DrawEvidence& evidence) {
    return Verification{evidence}.run();
}

}  // namespace onsale::waiting_room
