#include "adapter/redis/client/blocking_reader.hpp"

namespace onsale::redis {

BlockingReader::BlockingReader(const Client& client)
    : caller_(client.caller()),
      nodes_(std::make_shared<Nodes>(caller_.context, Nodes::Config{Use::kDedicated, 1})) {
    caller_.nodes = nodes_;
}

boost::asio::awaitable<CallResult> BlockingReader::call(Slot slot, Command command,
                                                        Deadline deadline) {
    Pipeline pipeline;
    pipeline.commands.push_back(std::move(command));
    auto answers = co_await run_call(caller_, slot, std::move(pipeline), deadline);
    if (!answers) co_return fail(answers.error());
    co_return std::move(answers->front());
}

}  // namespace onsale::redis
