// `onsale hall`: hall plans as files; needs no server.
#include <ostream>

#include <fmt/format.h>

#include "program/cli/cli_print.hpp"
#include "program/cli/cli_verbs.hpp"
#include "seat/codec/made_hall.hpp"
#include "seat/codec/plan_json.hpp"

namespace onsale::program {
namespace {

struct HallCheck {
    std::string file;
};

struct HallMake {
    std::string kind;
    std::string out;
};

// Prints the place in the file. A mistake of the whole file has no place.
void print_mistake(std::ostream& out, const seat::PlanMistake& mistake) {
    if (!mistake.place.empty()) out << printable(mistake.place) << ": ";
    out << printable(mistake.message) << '\n';
}

std::string summary(const seat::HallPlan& plan) {
    std::size_t rows = 0;
    std::uint64_t standing = 0;
    for (const seat::Section& section : plan.sections) {
        rows += section.rows.size();
        for (const seat::StandingArea& area : section.areas)
            standing += area.quantity;
    }
    return fmt::format("{}: {} seats in {} rows and {} sections, {} standing, {} grades",
                       printable(plan.name), seat::size_of(plan) - standing, rows,
                       plan.sections.size(), standing, plan.grades.size());
}

int perform_check(const Outside& outside, const HallCheck& options) {
    const auto plan = seat::plan_from_text(read_text_file(options.file));
    if (plan) {
        outside.out << summary(*plan) << '\n';
        return kOk;
    }
    for (const seat::PlanMistake& mistake : plan.error())
        print_mistake(outside.out, mistake);
    const std::size_t count = plan.error().size();
    outside.err << fmt::format("{}: {}{} mistake{}\n", options.file,
                               count == seat::kMistakesMax ? "the first " : "", count,
                               count == 1 ? "" : "s");
    return kFailed;
}

int perform_make(const Outside& outside, const HallMake& options) {
    const auto kind = seat::hall_kind(options.kind);
    if (!kind) throw UsageError{"the kind must be theatre, arena or stadium"};
    write_or_print(outside, options.out, seat::to_text(seat::make_hall(*kind)));
    return kOk;
}

}  // namespace

void add_hall_verbs(CLI::App& app, CommandLine& line) {
    const Outside& outside = line.outside;
    CLI::App& group = add_verb(app, {"hall", "Plans of halls, and the seats of performances",
                                     "onsale hall make theatre --out theatre.json"});
    add_verb<HallCheck>(
        group, line,
        {"check", "Validate a hall plan and list its mistakes", "onsale hall check hall.json"},
        [](CLI::App& verb, HallCheck& options) {
            verb.add_option("FILE", options.file, "The plan, see docs/format/hall.md")
                ->required()
                ->type_name("");
        },
        [&outside](const HallCheck& options) { return perform_check(outside, options); });
    add_verb<HallMake>(
        group, line,
        {"make", "Write an example plan with 500, 10,000 or 50,000 places",
         "onsale hall make stadium --out stadium.json"},
        [](CLI::App& verb, HallMake& options) {
            verb.add_option("KIND", options.kind, "theatre, arena or stadium")
                ->required()
                ->type_name("");
            verb.add_option("--out", options.out, "Write to this file instead of the screen")
                ->type_name("FILE");
        },
        [&outside](const HallMake& options) { return perform_make(outside, options); });
    add_hall_online_verbs(group, line);
}

}  // namespace onsale::program
