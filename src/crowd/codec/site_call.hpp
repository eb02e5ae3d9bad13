#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "crowd/domain/errand.hpp"

namespace onsale::crowd {

// One call of the site's public API and its reply.
struct SiteCall {
    bool post = false;
    std::string target{};
    std::string content_type{};
    std::string body{};
};

struct SiteReply {
    int status = 0;  // 0: no answer.
    std::string location{};
    Duration retry_after{};
    std::string body{};
};

SiteCall call_of(const Errand& errand, const std::string& event);
Answer answer_of(Act act, const SiteReply& reply);

// Whether the crowd may use the event.
struct Inspection {
    enum class Verdict : std::uint8_t {
        kDemo,
        kNotDemo,
        kNothingToSee,  // No such event, or nothing on sale in it.
        kNoAnswer,
    };
    Verdict verdict = Verdict::kNoAnswer;
    Programme programme{};
};

SiteCall inspection_call(const std::string& event);
Inspection inspect(const SiteReply& reply);

// The path of a URL; the host is ignored because the crowd calls only one site.
std::string path_of(std::string_view address);

}  // namespace onsale::crowd
