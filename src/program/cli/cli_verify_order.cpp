// `onsale line verify-order`: recomputes a draw from the data that the server publishes.
#include <algorithm>
#include <ostream>
#include <utility>

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/serialize.hpp>
#include <fmt/format.h>

#include "program/cli/cli_verbs.hpp"
#include "waiting_room/codec/draw_json.hpp"
#include "waiting_room/codec/event_json.hpp"

namespace onsale::program {
namespace {

namespace json = boost::json;
using waiting_room::DrawCheck;
using waiting_room::DrawClaim;
using waiting_room::DrawEvidence;

// Ten million leaves have 160 MB.
constexpr Duration kLeavesDeadline = std::chrono::minutes{10};

struct VerifyOrder {
    EventOption event;
    Online online;
    std::string receipt;
    std::string commitment;
};

json::object parse_object(const std::string& text, const std::string& name) {
    auto value = waiting_room::parse_json(text);
    if (!value || !value->is_object())
        throw std::runtime_error{fmt::format("{}: is not a JSON object", name)};
    return std::move(value->get_object());
}

DrawEvidence gather(const Outside& outside, const VerifyOrder& options) {
    DrawEvidence evidence;
    if (!options.receipt.empty())
        evidence.receipt = waiting_room::draw_receipt_from_json(
            parse_object(read_text_file(options.receipt), options.receipt));
    // No secret has a digest of zeros, so an unreadable commitment fails its check.
    if (!options.commitment.empty())
        evidence.kept_commitment =
            waiting_room::digest_from_text(options.commitment).value_or(Sha256Digest{});
    const std::string path = "/api/queue/order/" + path_segment(options.event.event);
    const AdminAnswer proof =
        ask(outside, options.online, {.method = "GET", .target = path, .body = {}});
    const json::object published = parse_object(proof.body, "the server's proof");
    evidence.proof = waiting_room::draw_proof_from_json(published);
    // Before the draw there is only the commitment, and no leaves.
    if (published.contains("membersRoot"))
        evidence.leaves =
            ask(outside, options.online, {"GET", path + "/leaves", {}, kLeavesDeadline}).body;
    return evidence;
}

std::string text_of(const DrawCheck& check) {
    switch (check.claim) {
        case DrawClaim::kAlgorithmIsKnown:
            return fmt::format("the algorithm is {}", waiting_room::kDrawAlgorithm);
        case DrawClaim::kSecretAndRootArePublished:
            return "the secret and the members' root are published";
        case DrawClaim::kSecretIsCommittedTo:
            return "the secret is the one committed to (SHA-256)";
        case DrawClaim::kCommitmentIsTheKeptOne:
            return "the commitment is the one you kept from before the draw";
        case DrawClaim::kListIsComplete:
            return fmt::format("the list has all {} members", check.number);
        case DrawClaim::kListGivesTheRoot:
            return "the list of members gives the published root";
        case DrawClaim::kOrderIsRecomputed:
            return fmt::format("the order of all {} places is recomputed", check.number);
        case DrawClaim::kReceiptFitsTheDraw:
            return "the receipt has an index, a place and a leaf of this draw";
        case DrawClaim::kReceiptIsOfAMember:
            return fmt::format("the receipt's leaf is member {} of the list", check.number);
        case DrawClaim::kPlaceIsInTheOrder:
            return fmt::format("that member has place {} in the order", check.number);
    }
    std::unreachable();
}

void print(std::ostream& out, const std::vector<DrawCheck>& checks, bool as_json, bool holds) {
    json::array list;
    for (const DrawCheck& check : checks) {
        const std::string text = text_of(check);
        list.push_back(json::object{{"what", text}, {"holds", check.holds}});
        if (!as_json) out << (check.holds ? "ok      " : "FAILED  ") << text << '\n';
    }
    if (as_json)
        out << json::serialize(json::object{{"holds", holds}, {"checks", std::move(list)}}) << '\n';
    else
        out << (holds ? "The draw is valid.\n" : "The draw could not be verified.\n");
}

int perform_verify_order(const Outside& outside, const VerifyOrder& options) {
    const auto checks = waiting_room::verify_draw(gather(outside, options));
    const bool holds = std::ranges::all_of(checks, &DrawCheck::holds);
    print(outside.out, checks, options.online.json, holds);
    return holds ? kOk : kFailed;
}

}  // namespace

void add_verify_order_verb(CLI::App& line_group, CommandLine& line) {
    const Outside& outside = line.outside;
    add_verb<VerifyOrder>(
        line_group, line,
        {"verify-order", "Recompute the draw of a shuffled lobby; needs no key",
         "onsale line verify-order spring-tour --url https://tickets.example \\\n"
         "      --receipt receipt.json --commitment 9f86d0..."},
        [&outside](CLI::App& verb, VerifyOrder& options) {
            declare_event(verb, options.event);
            verb.add_option("--receipt", options.receipt,
                            "Receipt of a guest whose place is to be checked")
                ->type_name("FILE");
            verb.add_option("--commitment", options.commitment,
                            "Commitment published when the lobby opened");
            declare_online(verb, options.online, Changes::kNo, outside.environment);
        },
        [&outside](const VerifyOrder& options) { return perform_verify_order(outside, options); });
}

}  // namespace onsale::program
