#include "main/serve_demo.hpp"

#include <ostream>

#include "main/listen_address.hpp"

namespace onsale {

using namespace std::chrono_literals;

void make_demo_event(embedded::Engine& engine, const Config& config) {
    if (engine.room().find("demo") != nullptr) return;
    const Instant now = engine.clock().wall();
    auto settings = std::make_shared<waiting_room::EventSettings>();
    settings->key = "demo";
    settings->title = "Onsale Demo Night";
    settings->artist = "The Early Birds";
    settings->venue = "Olympic Hall, Seoul";
    settings->demo = true;
    settings->lobby_opens_at = now;
    settings->opens_at = now;
    settings->performances = {{"day-1", "Saturday", now + 720h}, {"day-2", "Sunday", now + 744h}};
    settings->rules = config.line;
    const embedded::Command create = waiting_room::command::CreateEvent{std::move(settings)};
    engine.run({&create, 1}, true);
}

void print_welcome(std::ostream& out, const Config& config, std::uint16_t port, bool demo) {
    const std::string host = parse_listen_address(config.server.listen)->host;
    const std::string scheme = config.server.tls_certificate.empty() ? "http" : "https";
    const std::string url = scheme + "://" + host + ":" + std::to_string(port);
    out << "\nOnsale serves " << url << "\n"
        << "  operator API  http://" << config.server.admin_listen << "/api/admin  (key in "
        << config.engine.data << "/owner.key)\n"
        << "  data folder   " << config.engine.data << "\n";
    if (demo)
        out << "\nOpen " << url << "/queue/demo in a browser, or try:\n"
            << "  curl -c jar " << url << "/en/queue/demo -o /dev/null -s   # a visitor cookie\n"
            << "  curl -b jar -c jar " << url << "/api/queue/enter -H 'X-Onsale-Request: 1' \\\n"
            << "       -H 'Content-Type: application/json' -d '{\"eventId\":\"demo\"}'\n"
            << "  curl -b jar '" << url << "/api/queue/status?eventId=demo'\n"
            << "  build/release/onsale line show demo --data " << config.engine.data << "\n"
            << "  build/release/onsale line set demo --max-active 1 --data " << config.engine.data
            << "\n";
    out << "\nStop with Ctrl-C; the next start finds everything again.\n" << std::flush;
}

}  // namespace onsale
