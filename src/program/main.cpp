#include <exception>
#include <iostream>
#include <string>
#include <vector>

#include <unistd.h>

#include "program/cli/admin_client.hpp"
#include "program/cli/cli.hpp"
#include "program/cluster/show_redis.hpp"
#include "program/offline/offline.hpp"
#include "program/serve/serve.hpp"
#include "program/store/store_commands.hpp"
#include "runtime/system_time.hpp"
#include "web/files.hpp"

namespace {

onsale::program::Environment environment() {
    onsale::program::Environment variables;
    for (char** entry = environ; *entry != nullptr; ++entry) {
        const std::string text = *entry;
        const auto equals = text.find('=');
        if (equals != text.npos) variables.emplace(text.substr(0, equals), text.substr(equals + 1));
    }
    return variables;
}

// Ctrl-C ends the process, also here.
bool let_pass(onsale::Duration duration) {
    onsale::runtime::let_pass(duration);
    return true;
}

// Only the program itself carries the pages.
int serve_with_pages(const onsale::program::Config& config, onsale::program::ServeOptions options) {
    options.web = &onsale::web::files();
    return onsale::program::serve(config, options);
}

}  // namespace

int main(int argc, char** argv) {
    const onsale::program::Outside outside{.call_admin = onsale::program::call_admin,
                                           .serve = serve_with_pages,
                                           .journal_verify = onsale::program::journal_verify,
                                           .audit_verify = onsale::program::audit_verify,
                                           .restore = onsale::program::restore,
                                           .token_verify = onsale::program::token_verify,
                                           .crowd = onsale::program::play_crowd,
                                           .show_redis = onsale::program::show_redis,
                                           .migrate_store = onsale::program::migrate_store,
                                           .store_status = onsale::program::store_status,
                                           .pause = let_pass,
                                           .environment = environment(),
                                           .out = std::cout,
                                           .err = std::cerr};
    try {
        return onsale::program::run_cli(std::vector<std::string>{argv + 1, argv + argc}, outside);
    } catch (const std::exception& error) {
        std::cerr << "onsale: " << error.what() << '\n';
        return onsale::program::kFailed;
    }
}
