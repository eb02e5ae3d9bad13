#pragma once

#include <chrono>

namespace onsale::runtime {

// Asks the kernel for turns of this length for the calling thread, and for less of the core, by
// `nicer` of the steps of nice(1). A thread with shorter turns goes first when it wakes up beside
// one with longer turns, and one that yields loses no more than a turn; its share stays the same.
// Kernels before 6.12 know only the share and are none the worse.
void ask_for_turns(std::chrono::microseconds length, int nicer);

// For work that nobody waits for: whoever else can run on the core runs first and at once.
void run_when_idle();

// Between small pieces of work beside a loop: lets it go first if its guests have come or one of
// them is being served. The kernel alone may keep a loop waiting that has had its share, until its
// next tick, which is milliseconds.
void give_way_to_guests();

}  // namespace onsale::runtime
