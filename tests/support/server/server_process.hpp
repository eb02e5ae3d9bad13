#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include <sys/types.h>

namespace onsale::test {

// A free port of 127.0.0.1 below those for outgoing connections, so that a server can be started on
// it again. If `second_offset` is not 0, the port that is so much higher is free, too.
std::uint16_t free_port(std::uint16_t second_offset = 0);

// Polls the condition every few milliseconds. Returns false on timeout.
bool comes_true(const std::function<bool()>& question, std::chrono::milliseconds within);

struct ProcessOptions {
    std::string user{};       // If this process is root, the other one becomes this user.
    std::string log_file{};   // Takes its output; empty: nowhere.
    int signal_at_death = 9;  // It gets this signal when this process dies.
};

// Starts a program, which is looked for in PATH.
pid_t start_process(std::vector<std::string> words, ProcessOptions options = {});
// Starts a program and waits for its end. Throws if it fails.
void run_process(std::vector<std::string> words, ProcessOptions options = {});

}  // namespace onsale::test
