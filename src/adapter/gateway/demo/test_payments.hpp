#pragma once

// Common fixtures of the Demo Pay tests.

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "adapter/gateway/demo/demo_pay_service.hpp"
#include "base/assert.hpp"

namespace onsale::gateway {

constexpr Instant kOpened = instant_from_ms(1'800'000'000'000);
constexpr payment::Money kFifty{50'000, payment::kWon};

inline DemoPayConfig demo_config() {
    DemoPayConfig config;
    config.key = "a secret of at least thirty-two bytes";
    return config;
}

inline DemoRequest demo_request(const std::string& reference) {
    return {reference, kFifty, "Evening", "/back?state=s1", {}};
}

// The folder of a Demo Pay that is started and killed; deleted at the end of the test.
class DemoFolder {
  public:
    DemoFolder() {
        auto name = (std::filesystem::temp_directory_path() / "onsale-demo-XXXXXX").string();
        ONSALE_ASSERT(::mkdtemp(name.data()) != nullptr);
        path_ = name;
    }
    DemoFolder(const DemoFolder&) = delete;
    DemoFolder& operator=(const DemoFolder&) = delete;
    ~DemoFolder() { std::filesystem::remove_all(path_); }

    DemoPayService start() const { return DemoPayService{{demo_config(), path_}}; }
    std::filesystem::path file() const { return path_ / "demo-pay.log"; }
    std::string read() const {
        std::ifstream in{file(), std::ios::binary};
        return {std::istreambuf_iterator<char>{in}, {}};
    }
    void write(const std::string& bytes) const {
        std::ofstream{file(), std::ios::binary | std::ios::trunc} << bytes;
    }

  private:
    std::filesystem::path path_;
};

}  // namespace onsale::gateway
