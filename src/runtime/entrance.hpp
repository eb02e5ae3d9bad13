#pragma once

namespace onsale::runtime {

// Registers a loop's descriptor, which is readable while guests have sent requests that the loop
// has not read yet. Threads that share the loop's core check it and yield to the loop. The kernel
// alone would not prefer a loop that has used up its share of CPU time.
// Thread safety: all members may be called from any thread.
class Entrance {
  public:
    // REQUIRES: `descriptor` outlives this.
    explicit Entrance(int descriptor);
    ~Entrance();
    Entrance(const Entrance&) = delete;
    Entrance& operator=(const Entrance&) = delete;

    static bool somebody_waits();

  private:
    int descriptor_;
};

}  // namespace onsale::runtime
