#pragma once

#include <cstdint>
#include <string>

#include "base/sha256.hpp"
#include "base/time.hpp"

namespace onsale {

// One thing that an operator did or tried to do, for the audit log. No secret and no personal data:
// lists and codes are counted, guests are named by their opaque ids.
struct AuditNote {
    std::string who;        // By which authority: "socket" or the name of the key.
    std::string request{};  // The id of the request, as in the log.
    std::string what{};     // Method and path.
    std::string asked{};    // The request's body, without what people wrote in it.
    std::string about{};    // The opaque id of whom it concerns, where the path says too little.
    std::string effect{};   // What was done, in words.
    std::uint64_t count = 0;
    std::string result{};     // "begun", "done", "rehearsed" or the code of the refusal.
    std::uint64_t begun = 0;  // The entry that said "begun", of which this is the result.
};

// How far the log goes, and the chain there. Whoever keeps a head elsewhere can tell later whether
// the log up to it is still the same.
struct AuditHead {
    std::uint64_t seq = 0;
    Sha256Digest chain{};
};

struct AuditEntry {
    std::uint64_t seq = 0;
    Instant at;  // The wall clock.
    AuditNote note;
    Sha256Digest chain{};
};

}  // namespace onsale
