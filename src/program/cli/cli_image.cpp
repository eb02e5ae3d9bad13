// `onsale image ...`: posters of events and images of halls.
#include "program/cli/cli_verbs.hpp"

namespace onsale::program {
namespace {

struct Owner {
    EventOption event;
    std::string performance;  // Empty: the event's poster.
};

void declare_owner(CLI::App& verb, Owner& owner) {
    declare_event(verb, owner.event);
    verb.add_option("--performance", owner.performance,
                    "Use the image of this performance's hall instead of the event's poster")
        ->type_name("ID");
}

std::string image_path(const Owner& owner) {
    if (owner.performance.empty()) return event_path(owner.event.event, "/poster");
    return event_path(owner.event.event,
                      "/performances/" + path_segment(owner.performance) + "/image");
}

// Detected by the first bytes, as on the server, which rejects other types.
std::string image_type(const std::string& bytes) {
    if (bytes.starts_with("\xff\xd8")) return "image/jpeg";
    return bytes.starts_with("RIFF") ? "image/webp" : "image/png";
}

struct Upload {
    Owner owner;
    std::string file;
};

struct Nothing {};

}  // namespace

void add_image_verbs(CLI::App& app, CommandLine& line) {
    CLI::App& group = add_verb(app, {"image", "Posters of events and images of halls",
                                     "onsale image set spring-tour poster.jpg"});
    add_online_verb<Upload>(
        group, line, Changes::kYes,
        {"set", "Show a PNG, JPEG or WebP of up to 2 MiB to guests",
         "onsale image set spring-tour hall.png --performance day-1"},
        [](CLI::App& verb, Upload& options) {
            declare_event(verb, options.owner.event);
            verb.add_option("FILE", options.file, "The picture")->required()->type_name("");
            verb.add_option(
                    "--performance", options.owner.performance,
                    "Use it as the image of this performance's hall instead of the event's poster")
                ->type_name("ID");
        },
        [](const Upload& options) {
            AdminRequest request{"PUT", image_path(options.owner), read_text_file(options.file)};
            request.content_type = image_type(request.body);
            return request;
        });
    add_online_verb<Nothing>(
        group, line, Changes::kNo,
        {"list", "List the images of all events and performances", "onsale image list"},
        [](CLI::App&, Nothing&) {},
        [](const Nothing&) {
            return AdminRequest{.method = "GET", .target = "/api/admin/images", .body = {}};
        });
    add_online_verb<Owner>(group, line, Changes::kYes,
                           {"remove", "Remove the image", "onsale image remove spring-tour"},
                           declare_owner, [](const Owner& owner) {
                               return AdminRequest{
                                   .method = "DELETE", .target = image_path(owner), .body = {}};
                           });
}

}  // namespace onsale::program
