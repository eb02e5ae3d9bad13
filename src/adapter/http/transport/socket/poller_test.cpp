#include "adapter/http/transport/socket/poller.hpp"

#include <vector>

#include <gtest/gtest.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "runtime/completion_budget.hpp"

namespace onsale::http {
namespace {

// Records its name whenever it gets events.
class Guest final : public Poller::Watcher {
  public:
    Guest(Poller& poller, std::vector<int>& told, int name)
        : poller_(poller), told_(told), name_(name) {
        EXPECT_TRUE(poller_.add(descriptor_, EPOLLIN | EPOLLET, *this));
    }
    ~Guest() override {
        poller_.remove(descriptor_, *this);
        ::close(descriptor_);
    }
    Guest(const Guest&) = delete;
    Guest& operator=(const Guest&) = delete;

    void come() { EXPECT_EQ(::eventfd_write(descriptor_, 1), 0); }
    void on_events(std::uint32_t events) override {
        told_.push_back(name_);
        events_ = events;
    }
    std::uint32_t events() const { return events_; }

  private:
    Poller& poller_;
    std::vector<int>& told_;
    int name_;
    int descriptor_ = ::eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
    std::uint32_t events_ = 0;
};

class PollerTurns : public ::testing::Test {
  protected:
    std::vector<std::unique_ptr<Guest>> patients_come(int count) {
        std::vector<std::unique_ptr<Guest>> patients;
        for (int name = 0; name < count; ++name) {
            patients.push_back(std::make_unique<Guest>(poller_, told_, name));
            patients.back()->be_patient(true);
            patients.back()->come();
        }
        return patients;
    }

    boost::asio::io_context context_;
    Poller poller_{context_, {[] {}, [] {}}};
    std::vector<int> told_;
};

TEST_F(PollerTurns, RequestsAnsweredFromMemoryGoBeforeThoseThatWaitForTheDisk) {
    Guest patient{poller_, told_, 1};
    Guest quick{poller_, told_, 2};
    patient.be_patient(true);
    patient.come();
    quick.come();
    context_.poll();
    EXPECT_EQ(told_, (std::vector{2, 1}));
    EXPECT_EQ(patient.events(), EPOLLIN);
}

TEST_F(PollerTurns, ANewRequestDoesNotWaitForAllThatWaitForTheDisk) {
    Guest quick{poller_, told_, 99};
    const auto patients = patients_come(32);
    quick.come();
    while (told_.size() < 2)
        context_.poll_one();
    quick.come();
    context_.poll();
    ASSERT_EQ(told_.size(), 34u);
    EXPECT_NE(told_.back(), 99);
}

TEST_F(PollerTurns, AmongThemselvesThePatientAreServedTogether) {
    // Lets the guests of earlier tests be forgotten.
    while (runtime::CompletionBudget::next_limit() < 32) {
    }
    const auto patients = patients_come(32);
    while (told_.empty())
        context_.poll_one();
    EXPECT_EQ(told_.size(), 32u);
}

TEST_F(PollerTurns, LongAfterTheLastQuickGuestThePatientAreServedTogetherAgain) {
    Guest quick{poller_, told_, 99};
    quick.come();
    context_.poll();
    for (int round = 0; round < 64; ++round) {
        const auto patient = patients_come(1);
        context_.poll();
    }
    told_.clear();
    const auto patients = patients_come(32);
    while (told_.empty())
        context_.poll_one();
    EXPECT_EQ(told_.size(), 32u);
}

TEST_F(PollerTurns, ARequestWaitsAtTheSocketUntilTheLoopPolls) {
    Guest quick{poller_, told_, 1};
    context_.poll();
    EXPECT_FALSE(runtime::PendingInput::any_pending());
    quick.come();
    EXPECT_TRUE(runtime::PendingInput::any_pending());
    context_.poll();
    EXPECT_FALSE(runtime::PendingInput::any_pending());
}

TEST_F(PollerTurns, ASocketRemovedBeforeItsTurnIsNotCalled) {
    auto patient = std::make_unique<Guest>(poller_, told_, 1);
    patient->be_patient(true);
    patient->come();
    Guest quick{poller_, told_, 2};
    quick.come();
    while (told_.empty())
        context_.poll_one();
    patient.reset();
    context_.poll();
    EXPECT_EQ(told_, std::vector{2});
}

}  // namespace
}  // namespace onsale::http
