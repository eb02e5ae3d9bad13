#include "adapter/http/api/page/page_address.hpp"

#include <gtest/gtest.h>

namespace onsale::http {
namespace {

TEST(PageAddress, NamesEachPageInEachLanguage) {
    struct Case {
        const char* path;
        WebPage page;
        const char* id;
    };
    for (const auto& [path, page, id] :
         {Case{"/", WebPage::kHome, ""}, Case{"/events/demo", WebPage::kEvent, "demo"},
          Case{"/events/demo/seats", WebPage::kSeats, "demo"},
          Case{"/events/demo/book", WebPage::kBook, "demo"},
          Case{"/queue/a-1", WebPage::kQueue, "a-1"},
          Case{"/payment/O-12AB", WebPage::kPayment, "O-12AB"},
          Case{"/bookings", WebPage::kBookings, ""},
          Case{"/bookings/B-1", WebPage::kBooking, "B-1"}, Case{"/admin", WebPage::kAdmin, ""}}) {
        const auto bare = parse_page_address(path);
        ASSERT_TRUE(bare) << path;
        EXPECT_FALSE(bare->language) << path;
        const std::string korean = "/ko" + std::string{path};
        const auto named = parse_page_address(korean);
        ASSERT_TRUE(named) << korean;
        EXPECT_EQ(named->language, Language::kKorean) << korean;
        EXPECT_EQ(named->page, page) << korean;
        EXPECT_EQ(named->id, id) << korean;
        EXPECT_EQ(named->path_in(Language::kKorean), korean);
        EXPECT_EQ(bare->path_in(Language::kEnglish), "/en" + std::string{path});
    }
}

TEST(PageAddress, OlderNamesLeadToTheSamePage) {
    EXPECT_EQ(parse_page_address("/ko/orders/O-1")->path_in(Language::kKorean), "/ko/payment/O-1");
    EXPECT_EQ(parse_page_address("/en")->path_in(Language::kEnglish), "/en/");
}

TEST(PageAddress, AnAddressWithAnInvalidIdIsNoPage) {
    const std::string long_id = "/queue/" + std::string(65, 'a');
    for (const std::string_view path :
         {"/nothing", "/english", "/en/nothing", "/queue/", "/queue/a/b", "/queue//evil.example",
          "/queue/%3Cscript%3E", "/queue/a%22b", "/queue/\\evil", "/events/", "/events//seats",
          "/events/a/other", "/bookings/", "/en/admin/", "/ko/ko/", "/fr/queue/a"})
        EXPECT_FALSE(parse_page_address(path)) << path;
    EXPECT_FALSE(parse_page_address(long_id));
    EXPECT_TRUE(parse_page_address(std::string_view{long_id}.substr(0, long_id.size() - 1)));
}

TEST(PageAddress, ThePathSaysTheLanguageElseTheBrowser) {
    const std::vector<Header> korean = {{"Accept-Language", "ko-KR,ko;q=0.9,en;q=0.8"}};
    Request request;
    request.headers = korean;
    request.path = "/en/queue/a";
    EXPECT_EQ(page_language(request), Language::kEnglish);
    request.path = "/queue/a";
    EXPECT_EQ(page_language(request), Language::kKorean);
}

}  // namespace
}  // namespace onsale::http
