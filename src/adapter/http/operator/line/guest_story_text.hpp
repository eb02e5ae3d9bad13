#pragma once

#include <optional>
#include <vector>

#include "adapter/http/api/context/loop_context.hpp"
#include "operate/domain/message.hpp"
#include "sale/domain/view/guest_story.hpp"

namespace onsale::http {

struct StoryLine {
    Instant at;
    operate::Message message;
};

// A guest's facts in words. Facts of internal bookkeeping are omitted.
std::vector<StoryLine> story_lines(const LoopContext& context, waiting_room::EventId event,
                                   const std::vector<sale::StoryFact>& facts);

}  // namespace onsale::http
