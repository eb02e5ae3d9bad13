#pragma once

#include <filesystem>
#include <functional>
#include <iosfwd>
#include <string>
#include <vector>

#include "adapter/redis/show/event_state.hpp"
#include "program/cli/admin_client.hpp"
#include "program/config/config.hpp"
#include "program/config/config_load.hpp"
#include "program/offline/offline.hpp"
#include "program/serve/play_crowd.hpp"
#include "program/serve/serve.hpp"
#include "program/store/store_commands.hpp"

namespace onsale::program {

// The environment of the command line. main() passes the real functions, tests pass their own.
struct Outside {
    std::function<AdminAnswer(const AdminAddress&, const AdminRequest&)> call_admin;
    std::function<int(const Config&, const ServeOptions&)> serve;
    std::function<int(const std::filesystem::path&, std::ostream&)> journal_verify;
    std::function<int(const AuditVerifyOptions&, std::ostream&)> audit_verify;
    std::function<int(const RestoreOptions&, std::ostream&)> restore;
    std::function<int(const TokenVerifyOptions&, std::ostream&)> token_verify;
    std::function<int(const CrowdOptions&)> crowd = {};
    std::function<redis::EventState(const Config&, const std::string&)> show_redis = {};
    std::function<int(const Config&, const MigrateStoreOptions&, std::ostream&)> migrate_store = {};
    std::function<postgres::StoreStatus(const Config&)> store_status = {};
    // Waits for this duration. Returns false when waiting should end.
    std::function<bool(Duration)> pause = {};
    Environment environment;
    std::ostream& out;
    std::ostream& err;
};

constexpr int kOk = 0;
constexpr int kFailed = 1;
constexpr int kWrongUsage = 2;

// Runs `onsale ARGUMENTS...` and returns the exit code.
int run_cli(const std::vector<std::string>& arguments, const Outside& outside);

}  // namespace onsale::program
