#pragma once

#include <stdexcept>
#include <string>

#include <zlib.h>

namespace onsale::http::testing {

// Decompresses the gzip member `packed`; throws when it is not valid.
inline std::string unpacked(std::string packed, std::size_t size_max) {
    constexpr int kGzipWindowBits = 15 + 16;
    z_stream stream{};
    if (inflateInit2(&stream, kGzipWindowBits) != Z_OK) throw std::runtime_error{"inflateInit2"};
    std::string out(size_max, '\0');
    stream.next_in = reinterpret_cast<Bytef*>(packed.data());
    stream.avail_in = static_cast<uInt>(packed.size());
    stream.next_out = reinterpret_cast<Bytef*>(out.data());
    stream.avail_out = static_cast<uInt>(out.size());
    const int ended = inflate(&stream, Z_FINISH);
    out.resize(stream.total_out);
    inflateEnd(&stream);
    if (ended != Z_STREAM_END || stream.avail_in != 0) throw std::runtime_error{"not one member"};
    return out;
}

}  // namespace onsale::http::testing
