#include "pipeline/pipeline_parts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <utility>

#include "base/characters.hpp"

namespace wayfront::host {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t longest_value = 24;  // in characters

/// The last `count` parts of a path, and whether there are more.
std::pair<fs::path, bool> end_of(const fs::path& path, std::size_t count) {
  fs::path end;
  fs::path::const_iterator it = path.end();
  while (count > 0 && it != path.begin())
    if (--it; !it->empty()) {  // after a trailing slash
      end = end.empty() ? *it : *it / end;
      --count;
    }
  return {end, it != path.begin()};
}

/// By path: its shortest suffix that no other path has.
std::map<fs::path, std::string> names_of(const std::set<fs::path>& paths) {
  std::map<fs::path, std::string> names;
  std::set<fs::path> open = paths;
  for (std::size_t count = 1; !open.empty(); ++count) {
    std::map<fs::path, std::size_t> having;
    for (const fs::path& path : paths) ++having[end_of(path, count).first];
    std::erase_if(open, [&](const fs::path& path) {
      const auto [end, more] = end_of(path, count);
      if (more && having[end] > 1) return false;
      names[path] = on_one_line(end.string());
      return true;
    });
  }
  return names;
}

/// The settings that differ between the entries of a group.
std::set<std::string> differing(std::span<const LabelledEntry> entries, const std::vector<std::size_t>& group) {
  struct Values {
    std::set<std::string> different;
    std::size_t entries = 0;
  };
  std::map<std::string, Values> values;
  for (const std::size_t i : group)
    for (const auto& [name, value] : entries[i].settings) {
      values[name].different.insert(value);
      ++values[name].entries;
    }
  std::set<std::string> names;
  for (const auto& [name, it] : values)
    if (it.different.size() > 1 || it.entries < group.size()) names.insert(name);
  return names;
}

/// "scale" of "options.scale", and "sources" of "sources.value".
std::string_view short_name(std::string_view name) {
  const std::string_view last = name.substr(name.rfind('.') + 1);
  return last == "value" ? name : last;
}

std::string short_value(const std::string& value) {
  const std::string_view start = first_characters(value, longest_value);
  return start.size() == value.size() ? value : std::string(start) + "...";
}

enum class Detail {
  given,  // settings that the file gives, or all that differ if the file gives none of these
  some,   // all that differ
  all,    // with their full names and values
};

/// The name of an entry without a label.
using Identity = std::pair<fs::path, std::map<std::string, std::string>>;

Identity identity(const LabelledEntry& entry) { return {entry.path, entry.settings}; }

/// Makes one entry's label, which others may have, too.
class Namer {
 public:
  Namer(std::span<const LabelledEntry> entries, std::string_view kind) : entries_(entries), kind_(kind) {
    std::map<fs::path, std::vector<std::size_t>> groups;
    std::set<fs::path> paths;
    for (std::size_t i = 0; i < entries.size(); ++i) {
      if (!entries[i].given.empty() && !entries[i].path.empty()) continue;
      groups[entries[i].path].push_back(i);
      paths.insert(entries[i].path);
    }
    names_ = names_of(paths);
    for (const auto& [path, group] : groups) shown_[path] = differing(entries, group);
  }

  std::string label(std::size_t i, Detail detail) const {
    const LabelledEntry& entry = entries_[i];
    const std::set<std::string>& differing = shown_.at(entry.path);
    const bool defaults = detail != Detail::given || std::ranges::none_of(entry.set, [&](const std::string& name) {
                            return differing.contains(name);
                          });
    std::string label = names_.at(entry.path);
    for (const auto& [name, value] : entry.settings) {
      if (!differing.contains(name) || (!defaults && !entry.set.contains(name))) continue;
      if (!label.empty()) label += ' ';
      label += detail == Detail::all ? fmt::format("{}={}", name, value)
                                     : fmt::format("{}={}", short_name(name), short_value(value));
    }
    return label.empty() ? fmt::format("{} {}", kind_, i + 1) : on_one_line(label);
  }

 private:
  std::span<const LabelledEntry> entries_;
  std::string_view kind_;
  std::map<fs::path, std::string> names_;
  std::map<fs::path, std::set<std::string>> shown_;
};

}  // namespace

std::string free_label(const std::string& label, const std::set<std::string>& taken) {
  std::string numbered = label;
  for (int number = 2; taken.contains(numbered); ++number) numbered = fmt::format("{} ({})", label, number);
  return numbered;
}

std::vector<std::string> make_labels(std::span<const LabelledEntry> entries, std::string_view kind) {
  const Namer namer(entries, kind);
  std::map<std::string, std::set<Identity>> alike;  // by a possible label
  std::set<std::string> taken;
  for (std::size_t i = 0; i < entries.size(); ++i)
    if (entries[i].given.empty())
      for (const Detail detail : {Detail::given, Detail::some})
        alike[namer.label(i, detail)].insert(identity(entries[i]));
    else
      taken.insert(entries[i].given);

  std::map<Identity, std::string> known;
  std::vector<std::string> labels;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    std::string label = entries[i].given;
    if (label.empty()) label = known[identity(entries[i])];
    if (label.empty()) {
      Detail detail = Detail::given;
      if (alike.at(namer.label(i, detail)).size() > 1) detail = Detail::some;
      if (alike.at(namer.label(i, detail)).size() > 1) detail = Detail::all;
      label = free_label(namer.label(i, detail), taken);
      taken.insert(label);
      known[identity(entries[i])] = label;
    }
    labels.push_back(std::move(label));
  }
  return labels;
}

}  // namespace wayfront::host
