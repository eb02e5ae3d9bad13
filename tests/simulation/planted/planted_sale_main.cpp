// Searches for the bug that was planted in this program, with the simulation of a sale.
#include "tests/simulation/planted/look_for_bug.hpp"
#include "tests/simulation/sale/sale_script.hpp"

int main() {
    return onsale::sim::look_for_bug(
        [](std::uint64_t seed) { onsale::sim::run_sale_seed(seed, nullptr); });
}
