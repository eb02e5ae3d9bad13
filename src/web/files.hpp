#pragma once

#include "adapter/http/api/page/web_files.hpp"

namespace onsale::web {

// The pages of the folder web/, bundled and compressed when the program was built.
// Thread safety: any thread.
const http::WebFiles& files();

}  // namespace onsale::web
