// `onsale line verify-order`: recomputes a draw from the data that the server publishes.
#include <algorithm>
#include <ostream>

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/serialize.hpp>
#include <fmt/format.h>

#include "program/cli/cli_verbs.hpp"
#include "program/offline/verify_order.hpp"
#include "waiting_room/codec/event_json.hpp"

namespace onsale::program {
namespace {

namespace json = boost::json;

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

OrderEvidence gather(const Outside& outside, const VerifyOrder& options) {
    OrderEvidence evidence;
    if (!options.receipt.empty())
        evidence.receipt = parse_object(read_text_file(options.receipt), options.receipt);
    evidence.commitment = options.commitment;
    const std::string path = "/api/queue/order/" + path_segment(options.event.event);
    const AdminAnswer proof =
        ask(outside, options.online, {.method = "GET", .target = path, .body = {}});
    evidence.proof = parse_object(proof.body, "the server's proof");
    // Before the draw there is only the commitment, and no leaves.
    if (evidence.proof.contains("membersRoot"))
        evidence.leaves =
            ask(outside, options.online, {"GET", path + "/leaves", {}, kLeavesDeadline}).body;
    return evidence;
}

void print(std::ostream& out, const std::vector<OrderCheck>& checks, bool as_json, bool holds) {
    json::array list;
    for (const OrderCheck& check : checks) {
        list.push_back(json::object{{"what", check.what}, {"holds", check.holds}});
        if (!as_json) out << (check.holds ? "ok      " : "FAILED  ") << check.what << '\n';
    }
    if (as_json)
        out << json::serialize(json::object{{"holds", holds}, {"checks", std::move(list)}}) << '\n';
    else
        out << (holds ? "The draw is valid.\n" : "The draw could not be verified.\n");
}

int perform_verify_order(const Outside& outside, const VerifyOrder& options) {
    const auto checks = verify_order(gather(outside, options));
    const bool holds = std::ranges::all_of(checks, &OrderCheck::holds);
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
