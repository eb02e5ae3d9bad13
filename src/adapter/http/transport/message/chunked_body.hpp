#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace onsale::http {

enum class ChunkState : std::uint8_t { kNeedMore, kDone, kMalformed, kTooLarge };

// Decodes a chunked body in place, as its bytes arrive. Chunk extensions are skipped (RFC 9112
// section 7.1.1), up to a limit. Their line must end with CR LF like every other: a reader that
// accepted less would find different requests in the same bytes. Trailers are rejected because none
// of our clients needs them.
class ChunkedBody {
  public:
    struct Progress {
        ChunkState state = ChunkState::kNeedMore;
        std::size_t used = 0;      // Raw bytes taken from `raw`.
        std::size_t produced = 0;  // Body bytes written to the front of `out`.
    };

    // REQUIRES: `out` begins at or before raw.data() and may overlap it.
    Progress decode(std::span<const char> raw, char* out, std::size_t body_max);

  private:
    enum class At : std::uint8_t {
        kSize,
        kBeforeExtension,  // Spaces, which are allowed only before an extension.
        kExtension,
        kSizeLf,
        kData,
        kDataCr,
        kDataLf,
        kLastCr,
        kLastLf,
        kDone
    };

    bool take_framing(char c);
    bool take_size(char c);
    bool take_extension(char c);

    std::uint32_t chunk_left_ = 0;       // In kSize: the size parsed so far.
    std::uint32_t total_ = 0;            // Body bytes announced so far.
    std::uint16_t extension_bytes_ = 0;  // Over all chunks so far.
    char extension_last_ = 0;
    std::uint8_t digits_ = 0;
    At at_ = At::kSize;
};

}  // namespace onsale::http
