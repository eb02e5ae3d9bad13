#include "payment/domain/currencies.hpp"

#include <array>
#include <string_view>

namespace onsale::payment {
namespace {

// The currencies of ISO 4217 (list of 2026), as codes of three letters with a blank between them.
struct Group {
    int decimals;
    std::string_view codes;
};
constexpr std::string_view kCents =
    "AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BRL BSD BTN BWP BYN "
    "BZD CAD CDF CHF CNY COP CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP "
    "GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR IRR JMD KES KGS KHR KPW KYD "
    "KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN "
    "NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG "
    "SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH "
    "USD UYU UZS VED VES WST XCD XCG YER ZAR ZMW ZWG";
constexpr std::array<Group, 3> kGroups = {
    {{0, "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF"},
     {2, kCents},
     {3, "BHD IQD JOD KWD LYD OMR TND"}}};

bool has(std::string_view codes, std::string_view code) {
    constexpr std::size_t kStep = 4;
    const std::size_t at = codes.find(code);
    return at != codes.npos && at % kStep == 0;
}

}  // namespace

std::optional<int> decimals_of(const Currency& currency) {
    for (const Group& group : kGroups)
        if (has(group.codes, currency.text())) return group.decimals;
    return std::nullopt;
}

}  // namespace onsale::payment
