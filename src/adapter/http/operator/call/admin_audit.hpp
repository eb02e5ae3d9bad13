#pragma once

#include <string>

#include <boost/json/value.hpp>

namespace onsale::http {

// Summary of a request body that can be kept forever. Numbers and flags are copied, lists are
// replaced by their length and texts by their size, because texts may be names, tokens or codes.
std::string asked_text(const boost::json::value& body, bool dry_run);

}  // namespace onsale::http
