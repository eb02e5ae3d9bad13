#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

namespace onsale::waiting_room {

// A growing array in chunks: no element ever moves, growth costs one chunk and never a copy of
// everything, and a chunk that is no longer needed can be given back.
template <class Element, std::uint32_t kChunkSize = 4096>
class Chunked {
  public:
    static constexpr std::uint32_t kSize = kChunkSize;

    Element& at(std::uint32_t index) {
        const std::uint32_t chunk = index / kChunkSize;
        if (chunk >= chunks_.size()) chunks_.resize(chunk + 1);
        if (!chunks_[chunk]) chunks_[chunk] = std::make_unique<Chunk>();
        return (*chunks_[chunk])[index % kChunkSize];
    }

    // A default element where nothing was ever written or the chunk was given back.
    Element get(std::uint32_t index) const {
        const std::uint32_t chunk = index / kChunkSize;
        if (chunk >= chunks_.size() || !chunks_[chunk]) return Element{};
        return (*chunks_[chunk])[index % kChunkSize];
    }

    void release_chunk(std::uint32_t chunk) {
        if (chunk < chunks_.size()) chunks_[chunk].reset();
    }
    bool has_chunk(std::uint32_t chunk) const { return chunk < chunks_.size() && chunks_[chunk]; }
    void clear() { chunks_.clear(); }

  private:
    using Chunk = std::array<Element, kChunkSize>;
    std::vector<std::unique_ptr<Chunk>> chunks_;
};

}  // namespace onsale::waiting_room
