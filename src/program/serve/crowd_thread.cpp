#include "program/serve/crowd_thread.hpp"

#include <exception>
#include <optional>
#include <stdexcept>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/post.hpp>
#include <sys/resource.h>

#include "program/cluster/cluster_link.hpp"
#include "program/config/listen_address.hpp"
#include "program/serve/play_crowd.hpp"
#include "runtime/log.hpp"
#include "token/key/random.hpp"

namespace onsale::program {
namespace {

// Lowers the priority, so that real guests come first.
void be_modest() {
    constexpr int kNice = 10;
    (void)::setpriority(PRIO_PROCESS, 0, kNice);  // On Linux this affects only the calling thread.
}

std::uint64_t fresh_seed() {
    std::uint64_t seed = 0;
    token::random_bytes({reinterpret_cast<std::uint8_t*>(&seed), sizeof seed});
    return seed;
}

// The local address of a listener that accepts on all addresses.
std::string reachable(const std::string& host) {
    if (host == "0.0.0.0") return "127.0.0.1";
    return host == "::" ? "::1" : host;
}

std::string host_name(const std::string& host, const std::string& port) {
    const bool is_literal = host.find(':') != host.npos;
    return (is_literal ? "[" + host + "]" : host) + ":" + port;
}

crowd::SiteAddress site_at(const std::string& url) {
    constexpr std::string_view kScheme = "http://";
    const std::string wrong = url + ": must be like http://127.0.0.1:8080";
    if (!url.starts_with(kScheme)) throw std::runtime_error{wrong};
    std::string place = url.substr(kScheme.size());
    place = place.substr(0, place.find('/'));
    const auto found = parse_listen_address(place);
    if (!found) throw std::runtime_error{wrong};
    return {found->host, std::to_string(found->port), place};
}

}  // namespace

CrowdThread::CrowdThread(crowd::Crowd::Config config)
    : crowd_(loop_.context(), std::move(config), time_) {}

void CrowdThread::start() {
    boost::asio::post(loop_.context(), be_modest);
    boost::asio::co_spawn(loop_.context(), crowd_.play(),
                          [](const std::exception_ptr& failure, const std::string& reason) {
                              if (failure) std::rethrow_exception(failure);
                              runtime::log(runtime::LogLevel::kWarning,
                                           "the demo crowd has stopped", {{"reason", reason}});
                          });
    loop_.start();
}

void CrowdThread::stop() {
    loop_.stop();
    loop_.join();
}

void require_playable(const Config& config) {
    if (!config.server.tls_certificate.empty())
        throw std::runtime_error{
            "server.tls_certificate: the demo crowd speaks plain HTTP; leave one of them out"};
    const bool whole = has_role(config, Role::kQueue) && has_role(config, Role::kBooking) &&
                       has_role(config, Role::kPayment) && has_role(config, Role::kScheduler);
    if (!whole)
        throw std::runtime_error{
            "cluster.roles: the demo crowd needs all of them in one process; beside a cluster run "
            "`onsale crowd --url URL`"};
}

crowd::Crowd::Config crowd_of(const Config& config, std::uint16_t port, std::uint32_t guests) {
    const std::string host = reachable(parse_listen_address(config.server.listen)->host);
    const std::string number = std::to_string(port);
    const auto& served = config.server.allowed_hosts;
    return {.site = {host, number, served.empty() ? host_name(host, number) : served.front()},
            .event = "demo",
            .guests = guests,
            .seed = fresh_seed()};
}

int play_crowd(const CrowdOptions& options) {
    be_modest();
    boost::asio::io_context loop{1};
    const runtime::SystemTime time{};
    crowd::Crowd crowd{loop,
                       {.site = site_at(options.url),
                        .event = options.event,
                        .guests = options.guests,
                        .seed = fresh_seed()},
                       time};
    std::optional<std::string> reason;
    const auto ended = [&](const std::exception_ptr& failure, std::string why) {
        if (failure) std::rethrow_exception(failure);
        reason = std::move(why);
        loop.stop();
    };
    boost::asio::co_spawn(loop, crowd.play(), ended);
    loop.run();
    throw std::runtime_error{reason.value_or("the crowd stopped")};
}

}  // namespace onsale::program
