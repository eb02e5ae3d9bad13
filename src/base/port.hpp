#pragma once

#include <utility>

#include <boost/asio/awaitable.hpp>

namespace onsale {

// The answer to a command: to be awaited, it gives the outcome whose type the command names.
template <class Command>
using Call = boost::asio::awaitable<typename Command::Outcome>;

template <class... Commands>
struct CommandList {};

// A list of commands that a module needs from outside: one virtual `call` for each.
// A chain of classes and not one base for each command, so that an object has one table of
// functions.
template <class... Commands>
class Port;

template <class Last>
class Port<Last> {
  public:
    using Commands = CommandList<Last>;

    virtual ~Port() = default;

    virtual Call<Last> call(Last command) = 0;
};

template <class First, class... Rest>
class Port<First, Rest...> : public Port<Rest...> {
  public:
    using Commands = CommandList<First, Rest...>;

    using Port<Rest...>::call;
    virtual Call<First> call(First command) = 0;
};

// Implements every call of a port by one function of `Self`, which is usually a template:
//     template <class Command>
//     Call<Command> handle(Command command);
// Commands that need something else get an overload of handle(), or `Self` overrides their call()
// after `using Handles::call;`. A call adds no coroutine to that of handle().
template <class Self, class PortType, class Commands = typename PortType::Commands>
class Handles;

template <class Self, class PortType>
class Handles<Self, PortType, CommandList<>> : public PortType {};

template <class Self, class PortType, class First, class... Rest>
class Handles<Self, PortType, CommandList<First, Rest...>>
    : public Handles<Self, PortType, CommandList<Rest...>> {
  public:
    using Handles<Self, PortType, CommandList<Rest...>>::call;
    Call<First> call(First command) override {
        return static_cast<Self&>(*this).handle(std::move(command));
    }
};

}  // namespace onsale
