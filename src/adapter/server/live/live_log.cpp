#include "adapter/server/live/live_log.hpp"

#include <algorithm>
#include <limits>

#include "base/bytes.hpp"
#include "base/sha256.hpp"
#include "runtime/log.hpp"

namespace onsale::server {
namespace {

constexpr std::string_view kFile = "live.log";
constexpr std::string_view kMagic = "onsale-live/1\n";
constexpr std::size_t kProofBytes = 8;
constexpr std::size_t kValuesMax = 255;

std::string proof_of(std::string_view bytes) {
    return std::string{as_bytes(sha256(bytes)).substr(0, kProofBytes)};
}

std::string head() {
    return std::string{kMagic} + proof_of(live_shape());
}

void write_minute(std::string& out, const LiveMinute& minute) {
    std::string record;
    ByteWriter writer{record};
    writer.fixed(static_cast<std::uint8_t>(minute.kind));
    writer.fixed(minute.event.value);
    writer.fixed(minute.second);
    writer.fixed(minute.covers);
    writer.fixed(static_cast<std::uint8_t>(minute.values.size()));
    for (const std::uint32_t value : minute.values)
        writer.fixed(value);
    out += record;
    out += proof_of(record);
}

// std::nullopt at the end of the file and for damaged bytes.
std::optional<LiveMinute> read_minute(std::string_view bytes, std::size_t& position) {
    ByteReader reader{bytes.substr(position)};
    LiveMinute minute;
    minute.kind = static_cast<LiveMinute::Kind>(reader.fixed<std::uint8_t>());
    minute.event.value = reader.fixed<decltype(minute.event.value)>();
    minute.second = reader.fixed<std::uint32_t>();
    minute.covers = reader.fixed<std::uint32_t>();
    minute.values.resize(reader.fixed<std::uint8_t>());
    for (std::uint32_t& value : minute.values)
        value = reader.fixed<std::uint32_t>();
    const std::size_t size = reader.position();
    const std::string_view proof = reader.view(kProofBytes);
    if (!reader.ok() || proof != proof_of(bytes.substr(position, size))) return std::nullopt;
    position += size + kProofBytes;
    return minute;
}

void say_unreadable(std::string_view bytes) {
    const bool ours = bytes.starts_with(kMagic);
    runtime::log(runtime::LogLevel::kWarning,
                 ours ? "live.log is of another version; plots start empty"
                      : "live.log is no log of live numbers, or damaged; plots start empty",
                 {{"dropped_bytes", std::to_string(bytes.size())}});
}

}  // namespace

void LiveLog::load(LiveHistory& history, Instant now) {
    file_ = embedded::PlainFile::open(storage_, kFile, embedded::PlainFile::Mode::kWrite);
    if (!file_) return;
    saved_until_ = minute_of(now);
    const std::string bytes = file_->read_all().value_or("");
    if (!bytes.starts_with(head())) {
        if (!bytes.empty()) say_unreadable(bytes);
        return begin_anew();
    }
    std::size_t position = head().size();
    while (const auto minute = read_minute(bytes, position))
        history.restore(*minute, now);
    end_ = static_cast<std::int64_t>(position);
    if (position != bytes.size())
        runtime::log(runtime::LogLevel::kWarning,
                     "live.log is damaged or was cut short; plots go on without what follows",
                     {{"at_byte", std::to_string(position)},
                      {"dropped_bytes", std::to_string(bytes.size() - position)}});
    // A partial record left by a crash must not hide the records after it.
    if (position != bytes.size() && !file_->truncate(end_)) file_.reset();
    if (end_ > kBytesMax / 2) write_again(history);
}

void LiveLog::save(const LiveHistory& history, Instant now) {
    const std::uint32_t running = minute_of(now);
    if (!file_ || running <= saved_until_) return;
    append(history.minutes(saved_until_, running));
    saved_until_ = running;
    if (end_ > kBytesMax) write_again(history);
}

void LiveLog::save_all(const LiveHistory& history) {
    if (file_) append(history.minutes(saved_until_, std::numeric_limits<std::uint32_t>::max()));
}

void LiveLog::append(const std::vector<LiveMinute>& minutes) {
    std::string bytes;
    for (const LiveMinute& minute : minutes)
        if (minute.values.size() <= kValuesMax) write_minute(bytes, minute);
    if (bytes.empty()) return;
    if (file_->write(bytes, end_)) {
        end_ += static_cast<std::int64_t>(bytes.size());
        return;
    }
    runtime::log(runtime::LogLevel::kWarning, "live.log cannot be written; plots end at a restart");
    file_.reset();
}

void LiveLog::begin_anew() {
    end_ = static_cast<std::int64_t>(head().size());
    if (!file_->truncate(0) || !file_->write(head(), 0)) file_.reset();
}

void LiveLog::write_again(const LiveHistory& history) {
    begin_anew();
    if (file_) append(history.minutes(0, saved_until_));
}

}  // namespace onsale::server
