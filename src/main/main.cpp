#include <exception>
#include <iostream>
#include <string>
#include <vector>

#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <unistd.h>

#include "main/admin_client.hpp"
#include "main/cli.hpp"
#include "main/offline.hpp"
#include "main/serve.hpp"
#include "web/files.hpp"

namespace {

onsale::Environment environment() {
    onsale::Environment variables;
    for (char** entry = environ; *entry != nullptr; ++entry) {
        const std::string text = *entry;
        const auto equals = text.find('=');
        if (equals != text.npos) variables.emplace(text.substr(0, equals), text.substr(equals + 1));
    }
    return variables;
}

// Ctrl-C still ends the process during the wait.
bool let_pass(onsale::Duration duration) {
    boost::asio::io_context context{1};
    boost::asio::steady_timer timer{context, duration};
    timer.wait();
    return true;
}

// Only the program itself contains the pages.
int serve_with_pages(const onsale::Config& config, onsale::ServeOptions options) {
    options.web = &onsale::web::files();
    return onsale::serve(config, options);
}

}  // namespace

int main(int argc, char** argv) {
    const onsale::Outside outside{.call_admin = onsale::call_admin,
                                  .serve = serve_with_pages,
                                  .journal_verify = onsale::journal_verify,
                                  .audit_verify = onsale::audit_verify,
                                  .restore = onsale::restore,
                                  .token_verify = onsale::token_verify,
                                  .crowd = onsale::play_crowd,
                                  .pause = let_pass,
                                  .environment = environment(),
                                  .out = std::cout,
                                  .err = std::cerr};
    try {
        return onsale::run_cli(std::vector<std::string>{argv + 1, argv + argc}, outside);
    } catch (const std::exception& error) {
        std::cerr << "onsale: " << error.what() << '\n';
        return onsale::kFailed;
    }
}
