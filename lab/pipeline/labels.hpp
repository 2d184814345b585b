// Names for the entries of a pipeline that have no label: made from their differences.
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
  std::filesystem::path path;                   // of the file or object that it is named after, or ""
  std::map<std::string, std::string> settings;  // all others, by their paths: "options.scale"
  std::set<std::string> set = {};               // settings that the file gives; the others have their defaults
};

/// A label for each entry: its own, or the shortest unique suffix of its path, and the settings in which it differs
/// from others with that path (from all entries if it has no path), without defaults if that is enough. Entries without
/// a label get equal names only if they are equal. `kind` names entries without any difference: "problem 2".
std::vector<std::string> make_labels(std::span<const LabelledEntry> entries, std::string_view kind);

/// `label`, or if it is taken, with the first free number: "x (2)".
std::string free_label(const std::string& label, const std::set<std::string>& taken);

}  // namespace wayfront::host
