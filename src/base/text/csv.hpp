#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace onsale {

// One line of CSV (RFC 4180). Text is always quoted. Text that a spreadsheet would treat as a
// formula, such as "=HYPERLINK(...)", gets a leading apostrophe, so that opening the file executes
// nothing.
class CsvLine {
  public:
    CsvLine& text(std::string_view value);
    CsvLine& number(std::int64_t value);
    CsvLine& empty();

    // Returns the finished line including its line end, and starts a new empty line.
    std::string take();

  private:
    void separate();

    std::string line_;
    bool begun_ = false;
};

// The first line: the names of the columns.
std::string csv_header(std::span<const std::string_view> columns);

}  // namespace onsale
