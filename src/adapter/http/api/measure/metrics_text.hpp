#pragma once

#include <concepts>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>

#include "runtime/histogram.hpp"

namespace onsale::http {

struct MetricLabel {
    std::string_view name;
    std::string_view value;
};
using MetricLabels = std::initializer_list<MetricLabel>;

// Writes the Prometheus text format (0.0.4). Each family starts with its type and help, followed by
// its samples. Names are given without the product's prefix.
class MetricsText {
  public:
    static constexpr std::string_view kContentType = "text/plain; version=0.0.4; charset=utf-8";

    void counter(std::string_view name, std::string_view help) { family(name, help, "counter"); }
    void gauge(std::string_view name, std::string_view help) { family(name, help, "gauge"); }
    void histogram(std::string_view name, std::string_view help) {
        family(name, help, "histogram");
    }

    void sample(MetricLabels labels, std::unsigned_integral auto value) {
        write_sample("", labels, {}, std::to_string(value));
    }
    void sample(MetricLabels labels, double value);
    // For a histogram family: writes buckets, sum and count. One recorded unit is `unit_seconds`
    // seconds.
    void sample(MetricLabels labels, const runtime::Histogram& histogram, double unit_seconds,
                std::span<const double> bounds_seconds);

    std::string take() { return std::move(text_); }

  private:
    void family(std::string_view name, std::string_view help, std::string_view type);
    void write_sample(std::string_view suffix, MetricLabels labels, MetricLabel last,
                      std::string_view value);
    void write_label(const MetricLabel& label, bool& first);

    std::string text_;
    std::string name_;
};

}  // namespace onsale::http
