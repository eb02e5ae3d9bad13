#pragma once

namespace onsale::runtime {

// Registers a loop's descriptor, which is readable while guests have sent requests that the loop
// has not read yet. Threads that share the loop's core check it and yield to the loop. The kernel
// alone would not prefer a loop that has used up its share of CPU time.
// Thread safety: all members may be called from any thread.
class PendingInput {
  public:
    // REQUIRES: `descriptor` outlives this.
    explicit PendingInput(int descriptor);
    ~PendingInput();
    PendingInput(const PendingInput&) = delete;
    PendingInput& operator=(const PendingInput&) = delete;

    static bool any_pending();

  private:
    int descriptor_;
};

}  // namespace onsale::runtime
