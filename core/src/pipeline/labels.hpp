// What the entries of a pipeline are called that have no label of their own: made from what tells them apart.
#pragma once

#include <filesystem>
#include <map>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace wayfront::host {

struct LabelledEntry {
  std::string given;                            // the label that the file gives, or ""
  std::filesystem::path path;                   // of the file or thing that it is named after, or ""
  std::map<std::string, std::string> settings;  // all others, by their paths: "options.scale"
  std::set<std::string> set = {};               // those that the file gives; the others have their defaults
};

/// A label for each entry: its own, or as much of the end of its path as no other path has, and the settings in which
/// it differs from others of that path (from all, where it has none), without defaults where that is enough. Entries
/// without labels of their own get the same one where they are the same, and only there. `kind` names those that have
/// nothing to show: "problem 2".
std::vector<std::string> make_labels(std::span<const LabelledEntry> entries, std::string_view kind);

/// `label`, or where it is taken with the first number that makes it free: "x (2)".
std::string free_label(const std::string& label, const std::set<std::string>& taken);

}  // namespace wayfront::host
