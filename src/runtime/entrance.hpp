#pragma once

namespace onsale::runtime {

// Where the guests of a loop come in: a descriptor that is readable while some of them have come
// and the loop has not looked yet. Threads that share the loop's core may ask, and let it go first:
// the kernel does not when it finds that the loop has had its share.
// Thread safety: all of it.
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
