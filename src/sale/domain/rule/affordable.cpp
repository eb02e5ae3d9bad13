#include "sale/domain/rule/affordable.hpp"

#include "payment/domain/prices.hpp"

namespace onsale::sale {

seat::GradeSet affordable(const payment::Terms* terms, const seat::Seating& seating,
                          std::int64_t price_max) {
    if (terms == nullptr) return 0;
    seat::GradeSet grades = 0;
    const auto& lists = terms->prices.grades;
    for (std::size_t i = 0; i < lists.size(); ++i) {
        const auto grade = seating.find_grade(lists[i].grade);
        const auto shown =
            payment::first_shown(terms->prices, {static_cast<std::uint16_t>(i)}, {0});
        if (grade && shown && shown->amount <= price_max) grades |= seat::grade_set(*grade);
    }
    return grades;
}

}  // namespace onsale::sale
