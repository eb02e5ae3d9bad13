#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace onsale {

// One line of CSV (RFC 4180). Text is always quoted, and text that a spreadsheet would take for a
// formula, such as "=HYPERLINK(...)", gets an apostrophe in front, so that opening the file runs
// nothing.
class CsvLine {
  public:
    CsvLine& text(std::string_view value);
    CsvLine& number(std::int64_t value);
    CsvLine& empty();

    // The finished line with its end; the next begins empty.
    std::string take();

  private:
    void separate();

    std::string line_;
    bool begun_ = false;
};

}  // namespace onsale
