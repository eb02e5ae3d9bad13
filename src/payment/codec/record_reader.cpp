#include "payment/codec/record_reader.hpp"

#include <algorithm>

#include "base/control_text.hpp"
#include "base/time_text.hpp"
#include "base/utf8.hpp"

namespace onsale::payment {
namespace {

constexpr std::size_t kTextMax = 200;

}  // namespace

RecordReader::RecordReader(const boost::json::value& value, std::string path,
                           std::optional<TermsProblem>& problem)
    : object_(value.if_object()), path_(std::move(path)), problem_(problem) {
    if (object_ == nullptr && !problem_) problem_ = TermsProblem{path_, "must be an object"};
}

void RecordReader::text(Member member, std::string& value) {
    const boost::json::value* const found = take(member);
    if (found == nullptr) return;
    const auto* const text = found->if_string();
    if (text == nullptr || text->empty() || characters(*text) > kTextMax ||
        has_control_characters(*text))
        return refuse(member.name,
                      fmt::format("must be a text of 1 to {} characters without control "
                                  "characters",
                                  kTextMax));
    value.assign(text->data(), text->size());
}

void RecordReader::currency(Member member, Currency& value) {
    const boost::json::value* const found = take(member);
    if (found == nullptr) return;
    const auto* const text = found->if_string();
    const auto currency = text != nullptr ? parse_currency(*text) : std::nullopt;
    if (!currency) return refuse(member.name, "must be three capital letters, like \"KRW\"");
    value = *currency;
}

void RecordReader::duration(Member member, Duration& value, Range<Duration> range) {
    const boost::json::value* const found = take(member);
    if (found == nullptr) return;
    const auto* const text = found->if_string();
    const auto duration = text != nullptr ? parse_duration(*text) : std::nullopt;
    if (duration && *duration >= range.min && *duration <= range.max) {
        value = *duration;
        return;
    }
    refuse(member.name, fmt::format("must be a duration from \"{}\" to \"{}\"",
                                    format_duration(range.min), format_duration(range.max)));
    problem_->unfit = duration.has_value();
}

const boost::json::value* RecordReader::take(Member member) {
    if (problem_) return nullptr;
    known_.insert(member.name);
    const boost::json::value* const found = object_->if_contains(member.name);
    if (found == nullptr && member.required) refuse(member.name, "is missing");
    return found;
}

const boost::json::array* RecordReader::take_rows(Member member, std::size_t rows_max) {
    const boost::json::value* const found = take(member);
    if (found == nullptr) return nullptr;
    const auto* const list = found->if_array();
    if (list != nullptr && list->size() <= rows_max) return list;
    refuse(member.name, fmt::format("must be a list of at most {} objects", rows_max));
    return nullptr;
}

std::optional<std::int64_t> RecordReader::take_number(Member member, Range<std::int64_t> range) {
    const boost::json::value* const found = take(member);
    if (found == nullptr) return std::nullopt;
    boost::json::error_code error;
    const auto number = found->to_number<std::int64_t>(error);
    // 1.0 and 1e3 are also rejected, because a sender that uses fractions for money will eventually
    // send a wrong amount.
    if (!error && !found->is_double() && number >= range.min && number <= range.max) return number;
    refuse(member.name, fmt::format("must be a whole number from {} to {}", range.min, range.max));
    return std::nullopt;
}

void RecordReader::refuse_unknown() {
    if (problem_) return;
    for (const auto& member : *object_)
        if (!known_.contains(member.key())) return refuse(member.key(), "is not a known field");
}

void RecordReader::refuse(std::string_view name, std::string message) {
    if (!problem_) problem_ = TermsProblem{path_of(name), std::move(message)};
}

std::string RecordReader::path_of(std::string_view name) const {
    return path_.empty() ? std::string{name} : fmt::format("{}.{}", path_, name);
}

}  // namespace onsale::payment
