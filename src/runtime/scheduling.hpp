#pragma once

#include <chrono>

namespace onsale::runtime {

// Requests time slices of this length from the kernel for the calling thread, and a lower priority
// by `nicer` steps of nice(1). When two threads are runnable, the one with shorter slices runs
// first after a wakeup. A thread that yields waits for at most one slice of the other. The slice
// length does not change the share of the core. Kernels before 6.12 apply only the priority.
void ask_for_turns(std::chrono::microseconds length, int nicer);

// For background work that no client waits for: any other runnable thread on the core preempts it
// at once.
void run_when_idle();

// Called between small pieces of work by threads that share a core with a loop. Yields to the loop
// if it has unread requests or is serving one. Without this call the kernel may delay a loop that
// has used up its share until the next tick, which takes milliseconds.
void give_way_to_guests();

}  // namespace onsale::runtime
