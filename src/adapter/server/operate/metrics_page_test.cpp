// Monitoring of a running deployment depends on the names, labels and types in
// metrics_families.txt. A family that is added may be missing there; one that is there must not
// change.
#include "adapter/server/operate/metrics_page.hpp"

#include <fstream>
#include <map>
#include <set>
#include <sstream>

#include <gtest/gtest.h>

#include "adapter/http/api/measure/metrics_report.hpp"

namespace onsale::server {
namespace {

using namespace std::chrono_literals;

std::string page_of(bool on_redis) {
    http::ProcessNumbers numbers;
    numbers.loops.answered(http::MeteredRoute::kStatus, 200, 1us);
    numbers.commands["TIME"].add(runtime::CommandEnd::kAnswered, 1us);
    http::MetricsText text;
    http::report(text, numbers.loops);
    report_writer(text, embedded::WriterFigures{}, 0);
    if (on_redis) http::report_redis(text, numbers);
    return text.take();
}

// The names of the labels of a sample, without the bounds of a histogram.
std::string labels_of(const std::string& line) {
    std::string names;
    for (std::size_t at = line.find('{'); at != line.npos; at = line.find("\",", at + 1)) {
        const std::size_t from = line.find_first_not_of("{\",", at);
        const std::string name = line.substr(from, line.find('=', from) - from);
        if (name != "le") names += (names.empty() ? "{" : ",") + name;
    }
    return names.empty() ? "" : names + "}";
}

// Every family of a page as `name{labels} type: help`.
std::set<std::string> families_of(const std::string& page) {
    struct Family {
        std::string help;
        std::string type;
        std::string labels;
    };
    std::map<std::string, Family> families;
    std::istringstream lines{page};
    std::string name;
    for (std::string line; std::getline(lines, line);) {
        std::istringstream words{line};
        std::string mark;
        std::string kind;
        if (!line.starts_with("# ")) {
            families[name].labels = labels_of(line);
            continue;
        }
        words >> mark >> kind >> name;
        std::getline(words >> std::ws, kind == "HELP" ? families[name].help : families[name].type);
    }
    std::set<std::string> all;
    for (const auto& [key, family] : families)
        all.insert(key + family.labels + " " + family.type + ": " + family.help);
    return all;
}

TEST(MetricsPage, FamiliesThatMonitoringReadsDoNotChange) {
    const std::set<std::string> families = families_of(page_of(true));
    std::ifstream file{ONSALE_SOURCE_DIR "/src/adapter/server/operate/metrics_families.txt"};
    std::size_t known = 0;
    for (std::string line; std::getline(file, line); ++known)
        EXPECT_TRUE(families.contains(line)) << line;
    EXPECT_GE(known, 80u);
}

TEST(MetricsPage, CountersWithoutHelpAreNotOnIt) {
    const std::string page = page_of(true);
    EXPECT_EQ(page.find("redis_asked"), page.npos);
    EXPECT_EQ(page.find("onsale_polls"), page.npos);
}

TEST(MetricsPage, OfOneMachineSaysNothingOfRedis) {
    for (const std::string& family : families_of(page_of(false)))
        for (const char* const part : {"redis", "scheduler", "hall_", "seat_", "store_", "reconc"})
            EXPECT_EQ(family.find(part), family.npos) << family;
}

}  // namespace
}  // namespace onsale::server
