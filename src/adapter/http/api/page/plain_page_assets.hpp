#pragma once

#include <string>
#include <string_view>

namespace onsale::http {

// A file of the pages, kept in memory. Its path contains a hash of its bytes, so it may be cached
// forever.
struct PageAsset {
    std::string path;  // "/assets/0123456789abcdef.css"
    std::string_view content_type;
    std::string_view body;
};

inline constexpr std::string_view kAssetHeaders =
    "Cache-Control: public, max-age=31536000, immutable\r\n";

// Null if there is none. Thread safety: any thread.
const PageAsset* find_asset(std::string_view path);

const std::string& style_path();
const std::string& script_path();
const std::string& icon_path();

}  // namespace onsale::http
