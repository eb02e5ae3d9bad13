#pragma once

#include <chrono>

namespace onsale::runtime {

// Asks the kernel for turns of this length for the calling thread, and for less of the core, by
// `nicer` of the steps of nice(1). A thread with shorter turns goes first when it wakes up beside
// one with longer turns, and one that yields loses no more than a turn; its share stays the same.
// Kernels before 6.12 know only the share and are none the worse.
void ask_for_turns(std::chrono::microseconds length, int nicer);

}  // namespace onsale::runtime
