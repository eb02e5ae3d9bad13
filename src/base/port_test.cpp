#include "base/port.hpp"

#include <memory>
#include <string>
#include <vector>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <gtest/gtest.h>

namespace onsale {
namespace {

struct Add {
    using Outcome = int;
    int left = 0;
    int right = 0;
};
struct Repeat {
    using Outcome = std::string;
    std::string text;
};
// Can only be moved: a call must not copy its command.
struct Keep {
    using Outcome = std::size_t;
    std::unique_ptr<std::string> text;
};

class Desk : public Port<Add, Repeat, Keep> {};

int answer(const Add& add) {
    return add.left + add.right;
}
std::string answer(const Repeat& repeat) {
    return repeat.text + repeat.text;
}
std::size_t answer(const Keep& keep) {
    return keep.text->size();
}

class OneFunction : public Handles<OneFunction, Desk> {
  public:
    int handled = 0;

    template <class Command>
    Call<Command> handle(Command command) {
        ++handled;
        co_return answer(command);
    }
};

// Adds in its own way; everything else goes to the other desk.
class Wrong final : public Handles<Wrong, Desk> {
  public:
    explicit Wrong(Desk& rest) : rest_(rest) {}

    using Handles::call;
    Call<Add> call(Add add) override { co_return answer(add) + 1; }
    template <class Command>
    Call<Command> handle(Command command) {
        return rest_.call(std::move(command));
    }

  private:
    Desk& rest_;
};

template <class Command>
Command::Outcome outcome_of(Desk& desk, Command command) {
    typename Command::Outcome outcome{};
    boost::asio::io_context loop;
    boost::asio::co_spawn(
        loop,
        [&]() -> boost::asio::awaitable<void> { outcome = co_await desk.call(std::move(command)); },
        [](const std::exception_ptr& error) { EXPECT_EQ(error, nullptr); });
    loop.run();
    return outcome;
}

TEST(Port, HandlesEachCommandByOneFunction) {
    OneFunction desk;
    EXPECT_EQ(outcome_of(desk, Add{2, 3}), 5);
    EXPECT_EQ(outcome_of(desk, Repeat{"ab"}), "abab");
    EXPECT_EQ(outcome_of(desk, Keep{std::make_unique<std::string>("abc")}), 3U);
    EXPECT_EQ(desk.handled, 3);
}

TEST(Port, AnOverriddenCallIsNotHandled) {
    OneFunction rest;
    Wrong desk{rest};
    EXPECT_EQ(outcome_of(desk, Add{2, 3}), 6);
    EXPECT_EQ(rest.handled, 0);
    EXPECT_EQ(outcome_of(desk, Repeat{"ab"}), "abab");
    EXPECT_EQ(rest.handled, 1);
}

TEST(Port, AnObjectHasOneTableOfFunctions) {
    static_assert(sizeof(Desk) == sizeof(void*));
    static_assert(sizeof(Wrong) == 2 * sizeof(void*));
}

}  // namespace
}  // namespace onsale
