#pragma once

#include <cstdint>
#include <string>

#include "base/sha256.hpp"
#include "base/time.hpp"

namespace onsale {

// One action that an operator took or tried to take, for the audit log. Contains no secrets and no
// personal data: lists and codes are only counted, and guests are named by their opaque ids.
struct AuditNote {
    std::string who;        // The caller's authority: "socket" or the name of the key.
    std::string request{};  // The id of the request, as in the log.
    std::string what{};     // Method and path.
    std::string asked{};    // The body of the request, without free text written by people.
    // The opaque id of the affected guest, when the path does not identify it.
    std::string about{};
    std::string effect{};  // The change, as codes with values in JSON.
    std::uint64_t count = 0;
    std::string result{};     // "begun", "done", "rehearsed" or the error code of the rejection.
    std::uint64_t begun = 0;  // Sequence number of the "begun" entry that this entry completes.
};

// The last sequence number of the log and the chain hash at that entry. An operator who stores a
// head elsewhere can check later that the log up to it has not been changed.
struct AuditHead {
    std::uint64_t seq = 0;
    Sha256Digest chain{};
};

struct AuditEntry {
    std::uint64_t seq = 0;
    Instant at;  // Wall clock time.
    AuditNote note;
    Sha256Digest chain{};
};

}  // namespace onsale
