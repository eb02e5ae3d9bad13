#include "seat/codec/object_reader.hpp"

#include <limits>
#include <utility>

#include <fmt/format.h>

namespace onsale::seat {
namespace {

// RFC 6901: "~" and "/" in a name are escaped as "~0" and "~1".
std::string pointer_token(std::string_view name) {
    std::string token;
    for (const char c : name) {
        if (c == '~')
            token += "~0";
        else if (c == '/')
            token += "~1";
        else
            token += c;
    }
    return token;
}

}  // namespace

ObjectReader::ObjectReader(const boost::json::value& value, std::string place,
                           std::vector<PlanMistake>& mistakes)
    : object_(value.if_object()), place_(std::move(place)), mistakes_(mistakes) {
    if (object_ == nullptr) mistake(place_, "must be an object");
}

void ObjectReader::read(std::string_view name, std::string& value, Need need) {
    const boost::json::value* const member = take(name, need);
    if (member == nullptr) return;
    if (const auto* text = member->if_string())
        value = std::string{*text};
    else
        mistake(place_of(name), "must be a text");
}

void ObjectReader::read(std::string_view name, bool& value) {
    const boost::json::value* const member = take(name, Need::kOptional);
    if (member == nullptr) return;
    if (const bool* flag = member->if_bool())
        value = *flag;
    else
        mistake(place_of(name), "must be true or false");
}

void ObjectReader::read(std::string_view name, std::int32_t& value, Need need) {
    read_number(name, value, need);
}

void ObjectReader::read(std::string_view name, std::uint32_t& value, Need need) {
    read_number(name, value, need);
}

template <class Number>
void ObjectReader::read_number(std::string_view name, Number& value, Need need) {
    using Limits = std::numeric_limits<Number>;
    const boost::json::value* const member = take(name, need);
    if (member == nullptr) return;
    boost::json::error_code error;
    const auto number = member->is_number() ? member->to_number<Number>(error) : Number{};
    if (member->is_number() && !error)
        value = number;
    else
        mistake(place_of(name),
                fmt::format("must be a whole number from {} to {}", Limits::min(), Limits::max()));
}

void ObjectReader::finish() {
    if (object_ == nullptr) return;
    for (const auto& member : *object_)
        if (!known_.contains(member.key())) mistake(place_of(member.key()), "is not known here");
}

const boost::json::value* ObjectReader::take(std::string_view name, Need need) {
    if (object_ == nullptr) return nullptr;
    known_.insert(name);
    const boost::json::value* const member = object_->if_contains(name);
    if (member == nullptr && need == Need::kRequired) mistake(place_of(name), "is missing");
    return member;
}

const boost::json::array* ObjectReader::take_list(std::string_view name, Need need) {
    const boost::json::value* const member = take(name, need);
    if (member == nullptr) return nullptr;
    const boost::json::array* const list = member->if_array();
    if (list == nullptr) mistake(place_of(name), "must be a list");
    return list;
}

void ObjectReader::mistake(std::string place, std::string message) {
    if (mistakes_.size() < kMistakesMax)
        mistakes_.push_back({std::move(place), std::move(message)});
}

std::string ObjectReader::place_of(std::string_view name) const {
    return place_ + "/" + pointer_token(name);
}

}  // namespace onsale::seat
