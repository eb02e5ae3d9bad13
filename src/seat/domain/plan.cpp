#include "seat/domain/plan.hpp"

#include <algorithm>
#include <cctype>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

#include "base/text/control_text.hpp"
#include "base/utf8.hpp"

namespace onsale::seat {
namespace {

std::string at(std::string_view list, std::size_t index) {
    return "/" + std::string{list} + "/" + std::to_string(index);
}

bool is_text(std::string_view text) {
    return characters(text) <= kNameMax && !has_control_characters(text);
}

bool is_color(std::string_view text) {
    constexpr std::size_t kHexDigits = 6;
    const auto hex = [](char c) { return std::isxdigit(static_cast<unsigned char>(c)) != 0; };
    return text.size() == kHexDigits + 1 && text.front() == '#' &&
           std::ranges::all_of(text.substr(1), hex);
}

// Rejects names that a browser or a file system could interpret as a path.
bool is_file_name(std::string_view text) {
    return is_text(text) && text.find_first_of("/\\") == text.npos && !text.starts_with('.');
}

class Inspection {
  public:
    explicit Inspection(const HallPlan& plan) : plan_(plan) {}

    std::vector<PlanMistake> run() {
        look_at_head();
        look_at_grades();
        for (std::size_t i = 0; i < plan_.sections.size(); ++i)
            look_at_section(plan_.sections[i], at("sections", i));
        for (std::size_t i = 0; i < plan_.sections.size(); ++i)
            look_at_companions(plan_.sections[i], at("sections", i));
        return std::move(mistakes_);
    }

  private:
    void mistake(std::string place, std::string message) {
        if (mistakes_.size() < kMistakesMax)
            mistakes_.push_back({std::move(place), std::move(message)});
    }

    void look_at_head() {
        if (plan_.name.empty() || !is_text(plan_.name))
            mistake("/name", "needs 1 to 200 characters without control characters");
        if (!plan_.image.empty() && !is_file_name(plan_.image))
            mistake("/image", "must be the plain name of a file");
        if (plan_.sections.empty()) mistake("/sections", "a hall needs at least one section");
        if (plan_.sections.size() > kSectionsMax)
            mistake("/sections", "has more than " + std::to_string(kSectionsMax) + " sections");
        if (const std::uint64_t size = size_of(plan_); size > kSeatsMax)
            mistake("/sections", "has " + std::to_string(size) + " seats and units, more than " +
                                     std::to_string(kSeatsMax));
    }

    void look_at_grades() {
        if (plan_.grades.empty()) mistake("/grades", "a hall needs at least one grade");
        if (plan_.grades.size() > kGradesMax)
            mistake("/grades", "has more than " + std::to_string(kGradesMax) + " grades");
        for (std::size_t i = 0; i < plan_.grades.size(); ++i) {
            const Grade& grade = plan_.grades[i];
            const std::string place = at("grades", i);
            look_at_id(grade.id, place);
            look_at_name(grade.name, place + "/name");
            if (!grade.color.empty() && !is_color(grade.color))
                mistake(place + "/color", "must look like \"#1f77b4\"");
            if (!grades_.insert(grade.id).second)
                mistake(place + "/id", "the grade \"" + grade.id + "\" is there twice");
        }
    }

    void look_at_section(const Section& section, const std::string& place) {
        look_at_id(section.id, place);
        look_at_name(section.name, place + "/name");
        if (!sections_.insert(section.id).second)
            mistake(place + "/id", "the section \"" + section.id + "\" is there twice");
        if (section.rows.empty() && section.areas.empty())
            mistake(place, "a section needs rows or standing areas");
        for (std::size_t i = 0; i < section.rows.size(); ++i)
            look_at_row(section.rows[i], place + at("rows", i));
        for (std::size_t i = 0; i < section.areas.size(); ++i)
            look_at_area(section.areas[i], place + at("areas", i));
    }

    void look_at_row(const Row& row, const std::string& place) {
        look_at_name(row.label, place + "/label");
        if (row.seats.empty()) mistake(place, "the row has no seats");
        if (row.seats.size() > kRowSeatsMax)
            mistake(place, "the row has more than " + std::to_string(kRowSeatsMax) + " seats");
        for (std::size_t i = 0; i < row.seats.size(); ++i)
            look_at_seat(row.seats[i], place + at("seats", i));
    }

    void look_at_seat(const Seat& seat, const std::string& place) {
        look_at_id(seat.id, place);
        look_at_name(seat.label, place + "/label");
        look_at_grade(seat.grade, place);
        note_seat(seat.id, seat.accessible, place);
        if (seat.accessible && !seat.companion_of.empty())
            mistake(place + "/companionOf", "an accessible seat is nobody's companion");
    }

    void look_at_area(const StandingArea& area, const std::string& place) {
        look_at_id(area.id, place);
        look_at_name(area.name, place + "/name");
        look_at_grade(area.grade, place);
        if (area.quantity == 0) mistake(place + "/quantity", "must be at least 1");
        if (!areas_.insert(area.id).second)
            mistake(place + "/id", "the area \"" + area.id + "\" is there twice");
        // A plan with too many units is rejected above; limit the loops of all its areas together.
        const std::uint32_t units = std::min(area.quantity, units_left_);
        units_left_ -= units;
        for (std::uint32_t unit = 1; unit <= units; ++unit)
            note_seat(unit_id(area, unit), false, place);
    }

    void look_at_id(const std::string& id, const std::string& place) {
        if (!is_id(id)) mistake(place + "/id", "needs 1 to 32 of A-Z, a-z, 0-9, '-', '_', '.'");
    }
    void look_at_name(const std::string& name, const std::string& place) {
        if (!is_text(name))
            mistake(place, "is longer than 200 characters or has control characters");
    }
    void look_at_grade(const std::string& grade, const std::string& place) {
        if (!grades_.contains(grade))
            mistake(place + "/grade", "there is no grade \"" + grade + "\"");
    }

    void note_seat(const std::string& id, bool accessible, const std::string& place) {
        if (!seats_.emplace(id, accessible).second)
            mistake(place + "/id", "the seat id \"" + id + "\" is there twice");
    }

    void look_at_companions(const Section& section, const std::string& place) {
        for (std::size_t i = 0; i < section.rows.size(); ++i)
            for (std::size_t j = 0; j < section.rows[i].seats.size(); ++j)
                look_at_companion(section.rows[i].seats[j],
                                  place + at("rows", i) + at("seats", j) + "/companionOf");
    }

    void look_at_companion(const Seat& seat, const std::string& place) {
        if (seat.companion_of.empty()) return;
        const auto found = seats_.find(seat.companion_of);
        if (found == seats_.end())
            mistake(place, "there is no seat \"" + seat.companion_of + "\"");
        else if (!found->second)
            mistake(place, "the seat \"" + seat.companion_of + "\" is not accessible");
        else if (++companions_[seat.companion_of] > kCompanionsMax)
            mistake(place, "the seat \"" + seat.companion_of + "\" has more than " +
                               std::to_string(kCompanionsMax) + " companions");
    }

    const HallPlan& plan_;
    std::vector<PlanMistake> mistakes_;
    std::unordered_set<std::string> grades_;
    std::unordered_set<std::string> sections_;
    std::unordered_set<std::string> areas_;
    std::unordered_map<std::string, bool> seats_;  // Seat id to whether the seat is accessible.
    std::unordered_map<std::string, std::size_t> companions_;
    std::uint32_t units_left_ = kSeatsMax;
};

}  // namespace

bool is_id(std::string_view text, std::size_t size_max) {
    const auto fits = [](char c) {
        return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '-' || c == '_' || c == '.';
    };
    return !text.empty() && text.size() <= size_max && std::ranges::all_of(text, fits);
}

std::vector<PlanMistake> check(const HallPlan& plan) {
    return Inspection{plan}.run();
}

std::uint64_t size_of(const HallPlan& plan) {
    std::uint64_t size = 0;
    for (const Section& section : plan.sections) {
        for (const Row& row : section.rows)
            size += row.seats.size();
        for (const StandingArea& area : section.areas)
            size += area.quantity;
    }
    return size;
}

std::string unit_id(const StandingArea& area, std::uint32_t unit) {
    return area.id + "-" + std::to_string(unit);
}

}  // namespace onsale::seat
