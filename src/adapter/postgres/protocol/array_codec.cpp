#include "adapter/postgres/protocol/array_codec.hpp"

namespace onsale::postgres {
namespace {

constexpr std::int64_t kNull = -1;  // Instead of a size.

}  // namespace

// Dimensions, "has NULLs", type; then for the one dimension its size and first index. An empty
// array has no dimension.
ArrayWriter::ArrayWriter(std::string& out, TypeId element_type, std::size_t size)
    : out_(out), start_(out.size()) {
    put_number(out_, size == 0 ? 0 : 1, kNumber);
    put_number(out_, 0, kNumber);
    put_number(out_, element_type, kNumber);
    if (size == 0) return;
    put_number(out_, static_cast<std::int64_t>(size), kNumber);
    put_number(out_, 1, kNumber);
}

void ArrayWriter::add_null() {
    out_[start_ + 2 * kNumber - 1] = 1;
    put_number(out_, kNull, kNumber);
}

void ArrayWriter::set_size(std::size_t at) {
    std::string size;
    put_number(size, static_cast<std::int64_t>(out_.size() - at - kNumber), kNumber);
    out_.replace(at, kNumber, size);
}

ArrayReader::ArrayReader(std::string_view bytes) : rest_(bytes) {
    const std::int64_t dimensions = take_number();
    ONSALE_ASSERT(dimensions == 0 || dimensions == 1);
    take(4);  // "Has NULLs" is no promise; each element tells.
    element_type_ = static_cast<TypeId>(take_number());
    if (dimensions == 0) return;
    size_ = static_cast<std::size_t>(take_number());
    take(4);
}

std::optional<std::string_view> ArrayReader::next() {
    const std::int64_t size = take_number();
    if (size == kNull) return std::nullopt;
    return take(static_cast<std::size_t>(size));
}

std::string_view ArrayReader::take(std::size_t size) {
    ONSALE_ASSERT(size <= rest_.size());
    const std::string_view taken = rest_.substr(0, size);
    rest_.remove_prefix(size);
    return taken;
}

}  // namespace onsale::postgres
