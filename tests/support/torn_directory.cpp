#include "tests/support/torn_directory.hpp"

#include <utility>

#include "base/assert.hpp"

namespace onsale::test {
namespace {

std::string_view folder_of(std::string_view name) {
    const auto slash = name.rfind('/');
    return slash == name.npos ? std::string_view{} : name.substr(0, slash);
}

}  // namespace

TornDirectory::FilePtr TornDirectory::find(std::string_view name) const {
    const auto entry = entries_.find(name);
    return entry == entries_.end() ? nullptr : entry->second.back();
}

TornDirectory::FilePtr TornDirectory::create(const std::string& name) {
    Versions& versions = entries_.try_emplace(name, Versions{nullptr}).first->second;
    ONSALE_ASSERT(versions.back() == nullptr);
    versions.push_back(std::make_shared<TornFile>());
    return versions.back();
}

void TornDirectory::remove(std::string_view name) {
    const auto entry = entries_.find(name);
    ONSALE_ASSERT(entry != entries_.end() && entry->second.back() != nullptr);
    entry->second.push_back(nullptr);
}

void TornDirectory::sync_name_of(const FilePtr& file) {
    for (auto& [name, versions] : entries_)
        if (versions.back() == file) versions = {file};
}

void TornDirectory::sync_folder_of(std::string_view name) {
    const std::string folder{folder_of(name)};
    for (auto& [other, versions] : entries_)
        if (folder_of(other) == folder) versions = {versions.back()};
    std::erase_if(entries_, [](const auto& entry) {
        return entry.second.front() == nullptr && entry.second.size() == 1;
    });
}

void TornDirectory::lose_power(Chance& chance) {
    decltype(entries_) found;
    for (const auto& [name, versions] : entries_) {
        const FilePtr& file = versions[chance.below(versions.size())];
        if (file == nullptr) continue;
        found[name] = {std::make_shared<TornFile>(file->after_power_loss(chance))};
    }
    entries_ = std::move(found);
}

void TornDirectory::lose_handles() {
    for (auto& [name, versions] : entries_)
        if (versions.back() != nullptr) versions.back()->locks() = {};
}

std::vector<std::string> TornDirectory::names() const {
    std::vector<std::string> names;
    for (const auto& [name, versions] : entries_)
        if (versions.back() != nullptr) names.push_back(name);
    return names;
}

std::size_t TornDirectory::total_bytes() const {
    std::size_t total = 0;
    for (const auto& [name, versions] : entries_)
        if (versions.back() != nullptr) total += versions.back()->bytes().size();
    return total;
}

}  // namespace onsale::test
