#include "adapter/http/api/measure/metrics_text.hpp"

#include <fmt/format.h>

namespace onsale::http {
namespace {

constexpr std::string_view kPrefix = "onsale_";

void append_escaped(std::string& out, std::string_view text, bool in_quotes) {
    for (const char c : text) {
        if (c == '\\')
            out += "\\\\";
        else if (c == '\n')
            out += "\\n";
        else if (c == '"' && in_quotes)
            out += "\\\"";
        else
            out += c;
    }
}

}  // namespace

void MetricsText::family(std::string_view name, std::string_view help, std::string_view type) {
    name_ = kPrefix;
    name_ += name;
    text_ += fmt::format("# HELP {} ", name_);
    append_escaped(text_, help, false);
    text_ += fmt::format("\n# TYPE {} {}\n", name_, type);
}

void MetricsText::sample(MetricLabels labels, double value) {
    write_sample("", labels, {}, fmt::format("{}", value));
}

void MetricsText::sample(MetricLabels labels, const Histogram& histogram, double unit_seconds,
                         std::span<const double> bounds_seconds) {
    for (const double bound : bounds_seconds) {
        // Rounded, because 0.001 / 1e-9 is slightly less than a million.
        const auto limit = static_cast<std::uint64_t>(bound / unit_seconds + 0.5);
        write_sample("_bucket", labels, {"le", fmt::format("{}", bound)},
                     std::to_string(histogram.count_at_most(limit)));
    }
    const std::string count = std::to_string(histogram.count());
    write_sample("_bucket", labels, {"le", "+Inf"}, count);
    write_sample("_sum", labels, {},
                 fmt::format("{}", static_cast<double>(histogram.sum()) * unit_seconds));
    write_sample("_count", labels, {}, count);
}

void MetricsText::write_sample(std::string_view suffix, MetricLabels labels, MetricLabel last,
                               std::string_view value) {
    text_ += name_;
    text_ += suffix;
    bool first = true;
    for (const MetricLabel& label : labels)
        write_label(label, first);
    if (!last.name.empty()) write_label(last, first);
    text_ += first ? " " : "} ";
    text_ += value;
    text_ += '\n';
}

void MetricsText::write_label(const MetricLabel& label, bool& first) {
    text_ += first ? '{' : ',';
    first = false;
    text_ += label.name;
    text_ += "=\"";
    append_escaped(text_, label.value, true);
    text_ += '"';
}

}  // namespace onsale::http
