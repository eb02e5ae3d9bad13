#include "adapter/redis/store/code_verifier.hpp"

#include "base/sha256.hpp"

namespace onsale::redis {

std::string claims_proof(const waiting_room::command::Enter& enter) {
    if (enter.claimed_phases.empty()) return {};
    std::string proof = "c";
    for (const std::string& phase : enter.claimed_phases)
        proof += phase + '\n';
    return proof;
}

std::string code_proof(const Sha256Digest& code, std::string_view phase) {
    return 'k' + std::string{as_bytes(code)} + std::string{phase};
}

std::string unknown_code_proof(std::string_view phase) {
    return 'u' + std::string{phase};
}

std::string used_up_proof(std::string_view phase) {
    return 'x' + std::string{phase};
}

}  // namespace onsale::redis
