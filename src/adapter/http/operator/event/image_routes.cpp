// Images: operators upload and remove them.
#include <algorithm>
#include <functional>
#include <memory>
#include <utility>

#include <boost/json/array.hpp>

#include "adapter/http/operator/call/admin_routes.hpp"
#include "adapter/http/operator/call/admin_sale_answers.hpp"
#include "operate/domain/message_codes.hpp"

namespace onsale::http {
namespace {

using operate::ImageError;
using operate::ImageStore;

AdminRefusal refusal_of(ImageError error) {
    switch (error) {
        case ImageError::kNotAnImage:
            return {ErrorCode::kImageRefused,
                    {{"message", "is not PNG, JPEG or WebP; SVG can carry scripts"}}};
        case ImageError::kTooLarge:
            return {ErrorCode::kImageRefused, {{"message", "is larger than 2 MiB"}}};
        case ImageError::kNoRoom:
            return {ErrorCode::kTooMany, {{"message", "all images together are above 64 MiB"}}};
        case ImageError::kNotWritten:
            return {ErrorCode::kStorageUnavailable, {{"message", "the file cannot be written"}}};
        case ImageError::kNone:
            return {ErrorCode::kImageNotFound};
    }
    return {ErrorCode::kInternal};
}

// `owner`: the image's owner.
AdminWork keep_image(AdminCall call, std::string owner) {
    ImageStore* const images = call.context.images;
    if (images == nullptr) co_return fail(refusal_of(ImageError::kNotWritten));
    using Kept = Result<std::string, ImageError>;
    const auto kept = std::make_shared<Kept>(fail(ImageError::kNotWritten));
    const auto bytes = std::make_shared<std::string>(std::move(call.text));
    std::function<void()> work = [=, dry_run = call.dry_run] {
        if (!dry_run) {
            *kept = images->keep(owner, std::move(*bytes));
            return;
        }
        auto checked = operate::check_image(std::move(*bytes));
        *kept = checked ? Kept{std::move(checked->name)} : Kept{fail(checked.error())};
    };
    if (!co_await call.server.in_background(std::move(work)))
        co_return fail(AdminRefusal{ErrorCode::kOverloaded});
    if (!*kept) co_return fail(refusal_of(kept->error()));
    co_return change_answer(call, {operate::effect_message("image_set", {{"image", **kept}})}, 1);
}

// A dry run only checks that the owner has an image.
AdminWork remove_image(AdminCall call, std::string owner) {
    ImageStore* const images = call.context.images;
    const auto link = images != nullptr ? images->link(owner) : std::nullopt;
    if (!link) co_return fail(refusal_of(ImageError::kNone));
    const operate::Effect effect{operate::effect_message("image_removed", {{"link", *link}})};
    if (call.dry_run) co_return change_answer(call, effect, 1);
    using Removed = Result<std::string, ImageError>;
    const auto removed = std::make_shared<Removed>(fail(ImageError::kNotWritten));
    std::function<void()> work = [=] { *removed = images->remove(owner); };
    if (!co_await call.server.in_background(std::move(work)))
        co_return fail(AdminRefusal{ErrorCode::kOverloaded});
    if (!*removed) co_return fail(refusal_of(removed->error()));
    co_return change_answer(call, effect, 1);
}

std::string image_owner(const AdminCall& call) {
    return call.key() + "/" + call.performance();
}

boost::json::object image_json(const operate::OwnedImage& owned) {
    const std::size_t slash = owned.owner.find('/');
    boost::json::object line{{"event", owned.owner.substr(0, slash)},
                             {"image", "/images/" + owned.image->name},
                             {"contentType", owned.image->content_type},
                             {"bytes", owned.image->bytes.size()}};
    if (slash != owned.owner.npos) line["performance"] = owned.owner.substr(slash + 1);
    return line;
}

}  // namespace

AdminWork list_images(AdminCall call) {
    boost::json::array lines;
    if (call.context.images != nullptr)
        for (const operate::OwnedImage& owned : call.context.images->list())
            lines.push_back(image_json(owned));
    co_return json_answer({{"images", std::move(lines)}});
}

AdminWork remove_poster(AdminCall call) {
    const auto event = find_admin_event(call);
    if (!event) co_return fail(event.error());
    std::string owner = call.key();
    co_return co_await remove_image(std::move(call), std::move(owner));
}

// Also for a performance that the event no longer has.
AdminWork remove_performance_image(AdminCall call) {
    const auto event = find_admin_event(call);
    if (!event) co_return fail(event.error());
    std::string owner = image_owner(call);
    co_return co_await remove_image(std::move(call), std::move(owner));
}

AdminWork set_poster(AdminCall call) {
    const auto event = find_admin_event(call);
    if (!event) co_return fail(event.error());
    std::string owner = call.key();
    co_return co_await keep_image(std::move(call), std::move(owner));
}

AdminWork set_performance_image(AdminCall call) {
    const auto event = find_admin_event(call);
    if (!event) co_return fail(event.error());
    const auto& performances = event->line->settings().performances;
    const auto found =
        std::ranges::find(performances, call.performance(), &waiting_room::Performance::id);
    if (found == performances.end())
        co_return fail(
            AdminRefusal{ErrorCode::kPerformanceNotFound, {{"performance", call.performance()}}});
    std::string owner = image_owner(call);
    co_return co_await keep_image(std::move(call), std::move(owner));
}

}  // namespace onsale::http
