#include "adapter/http/guest/page_table.hpp"

#include "adapter/http/api/page/page_address.hpp"
#include "adapter/http/api/page/page_answers.hpp"
#include "adapter/http/guest/page/routes.hpp"
#include "adapter/http/guest/pay/routes.hpp"
#include "adapter/http/guest/plain/refuse_page.hpp"
#include "adapter/http/guest/queue/routes.hpp"
#include "adapter/http/transport/message/query.hpp"

namespace onsale::http {
namespace {

// Whether the query requests the page rendered by the server, for browsers without script.
// "refused" is the code with which a form was refused.
bool asks_for_plain(const PageAddress& address, std::string_view query) {
    const bool exists = address.page == WebPage::kHome || address.page == WebPage::kQueue ||
                        address.page == WebPage::kPayment;
    const auto values = QueryValues::parse(query);
    return exists && values && values->only({"plain", "refused"}) &&
           (values->get("plain") == "1" || !values->get("refused").empty());
}

void get_plain_page(GuestContext& guest, const Request& request, Reply& reply,
                    const PageAddress& address) {
    if (address.page == WebPage::kQueue) return get_queue_page(guest, request, reply, address);
    if (address.page == WebPage::kPayment) return get_order_page(guest, request, reply, address.id);
    get_home_page(guest, request, reply);
}

}  // namespace

void get_page(GuestContext& guest, const Request& request, Reply& reply) {
    const Language language = page_language(request);
    const auto address = parse_page_address(request.path);
    if (!address || address->page == WebPage::kAdmin)
        return refuse_page(guest, reply, ErrorCode::kNotFound, language);
    const bool plain = asks_for_plain(*address, request.query);
    const std::string path = address->path_in(language);
    // Links from advertisements carry query keys. They are removed, so that caches keep a page
    // under one address.
    if (path != request.path || (!plain && !request.query.empty()))
        return send_elsewhere(reply, plain ? address->plain_path_in(language) : path);
    if (plain) return get_plain_page(guest, request, reply, *address);
    get_shell(guest, request, reply, *address);
}

}  // namespace onsale::http
