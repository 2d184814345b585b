// The results directory of a run: each sample appended as soon as it is made, the reports at the end.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace wayfront::host {

class Journal {
 public:
  /// Makes the directory. One that already holds results is refused unless `overwrite`, which drops them.
  /// Throws UserError (usage) with the path and the system's reason.
  Journal(std::filesystem::path directory, bool overwrite);
  ~Journal();
  Journal(const Journal&) = delete;
  Journal& operator=(const Journal&) = delete;

  /// Appends one line to samples.jsonl; it is the system's once this returns. Throws UserError (failed_run) naming what
  /// was saved until then.
  void append(std::string_view line);
  /// Writes a whole file, or leaves the old one: under a temporary name, then renamed.
  void write(std::string_view name, std::string_view content);

  const std::filesystem::path& directory() const { return directory_; }

 private:
  std::filesystem::path directory_;
  int samples_ = -1;
  std::size_t lines_ = 0;
};

}  // namespace wayfront::host
