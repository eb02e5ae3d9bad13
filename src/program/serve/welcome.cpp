#include "program/serve/welcome.hpp"

#include <ostream>
#include <string>

#include "program/config/listen_address.hpp"

namespace onsale::program {

void print_welcome(std::ostream& out, const Config& config, std::uint16_t port,
                   const ServeOptions& options) {
    const std::string host = parse_listen_address(config.server.listen)->host;
    const std::string scheme = config.server.tls_certificate.empty() ? "http" : "https";
    const std::string url = scheme + "://" + host + ":" + std::to_string(port);
    out << "\nOnsale serves " << url << "\n"
        << "  console       http://" << config.server.admin_listen << "/admin  (key in "
        << config.engine.data << "/owner.key; operator API under /api/admin)\n"
        << "  data folder   " << config.engine.data << "\n";
    if (options.crowd > 0)
        out << "  demo crowd    " << options.crowd
            << " simulated guests join, wait and buy; leave --crowd out to be alone\n";
    if (options.demo)
        out << "\nOpen " << url << "/ in a browser and buy a seat, or try:\n"
            << "  curl -c jar " << url
            << "/api/visitor -H 'Content-Type: application/json' -d '{}'   # a visitor cookie\n"
            << "  curl -b jar -c jar " << url << "/api/queue/enter -H 'X-Onsale-Request: 1' \\\n"
            << "       -H 'Content-Type: application/json' -d '{\"eventId\":\"demo\"}'\n"
            << "  curl -b jar '" << url << "/api/queue/status?eventId=demo'\n"
            << "  build/release/onsale line show demo --data " << config.engine.data << "\n"
            << "  build/release/onsale line set demo --max-active 1 --data " << config.engine.data
            << "\n";
    out << "\nStop with Ctrl-C; the next start finds everything again.\n" << std::flush;
}

}  // namespace onsale::program
