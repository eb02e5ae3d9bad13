// Replaces the global operator new of this test program to count the allocations of the poll path.
#include <cstdlib>
#include <new>

#include <gtest/gtest.h>
#include <sys/socket.h>

#include "adapter/http/transport/socket/listener.hpp"
#include "adapter/http/transport/socket/test_listener.hpp"

namespace {
thread_local std::size_t allocations = 0;
}  // namespace

void* operator new(std::size_t size) {
    ++allocations;
    if (void* const memory = std::malloc(size)) return memory;
    throw std::bad_alloc{};
}
void operator delete(void* memory) noexcept {
    std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept {
    std::free(memory);
}

namespace onsale::http {
namespace {

using namespace testing;

// Sends one request, runs the loop until it is served, and returns the number of allocations.
std::size_t allocations_of_one_poll(Server& server, Client& client) {
    static const std::string request = get("/constant", "X-Queue-Token: abc\r\n");
    client.send(request);
    const std::uint64_t served = server.counters["requests_total"];
    const std::size_t before = allocations;
    while (server.counters["requests_total"] == served) {
        server.io.poll();
    }
    const std::size_t made = allocations - before;
    client.answers();
    return made;
}

TEST(Listener, AKeptConnectionIsServedWithoutAllocation) {
    Server server;
    Client client = server.connect();
    for (int i = 0; i < 3; ++i) {  // Lets the shared buffers grow to their final size.
        allocations_of_one_poll(server, client);
    }
    for (int i = 0; i < 20; ++i) {
        EXPECT_EQ(allocations_of_one_poll(server, client), 0U);
    }
}

}  // namespace
}  // namespace onsale::http
