#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

namespace onsale::waiting_room {

// A growing array in chunks. Elements never move, growth allocates one chunk without copying, and
// unused chunks can be released.
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

    // Returns a default element if the index was never written or its chunk was released.
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

    // Calls visit(index, element) in index order for all elements of the allocated chunks. Each
    // missing chunk costs one check.
    template <class Visit>
    void for_each(Visit visit) const {
        for (std::size_t chunk = 0; chunk < chunks_.size(); ++chunk) {
            if (!chunks_[chunk]) continue;
            const auto first = static_cast<std::uint32_t>(chunk * kChunkSize);
            for (std::uint32_t i = 0; i < kChunkSize; ++i)
                visit(first + i, std::as_const((*chunks_[chunk])[i]));
        }
    }

  private:
    using Chunk = std::array<Element, kChunkSize>;
    std::vector<std::unique_ptr<Chunk>> chunks_;
};

}  // namespace onsale::waiting_room
