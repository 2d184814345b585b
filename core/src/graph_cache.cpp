#include "graph_cache.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <system_error>
#include <utility>

#include "byte_source.hpp"
#include "checked_files.hpp"
#include "errors.hpp"
#include "file_digest.hpp"
#include "file_replacement.hpp"
#include "graph_file.hpp"
#include "weight_kind.hpp"

namespace wayfront::host {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view entry_suffix = ".wfg";
constexpr std::string_view used_suffix = ".used";          // its time is that of the entry's last use
constexpr std::string_view beside_suffix = ".beside";      // the suffixes of files that the loader asked for, too
constexpr double slow = 1;                                 // seconds: what an automatic cache keeps
constexpr std::uintmax_t small = std::uintmax_t{1} << 20;  // bytes of a file that cannot take that long

std::string hash_text(const fs::path& file, RunContext& context) {
  const std::optional<Hash128> hash = file_digest(file, context);
  return hash ? hash->hex() : "none";
}

/// Of the program, with the rules and steps that are its own.
const std::string& program_hash(RunContext& context) {
  static const std::string hash = hash_text("/proc/self/exe", context);
  return hash;
}

/// What tells whether the files that the request names are still the same; "" where there is none to tell it of.
std::string identity_of(const GraphRequest& request) {
  const std::string graph = file_identity(request.path);
  const fs::path& coordinates = request.missing_weights.coordinates;
  return graph.empty() || coordinates.empty() ? graph : graph + ' ' + file_identity(coordinates);
}

std::vector<std::string> lines_of(const fs::path& file) {
  std::vector<std::string> lines;
  std::ifstream in(file);
  for (std::string line; std::getline(in, line);) lines.push_back(std::move(line));
  return lines;
}

void write_lines(const fs::path& file, std::span<const std::string> lines) {
  std::string text;
  for (const std::string& line : lines) text += line + '\n';
  write_whole(file, text, Links::replace);
}

void remove_entry(const fs::path& entry) {
  std::error_code ignored;
  fs::remove(entry, ignored);
  fs::remove(fs::path(entry).replace_extension(used_suffix), ignored);
}

/// Notes that the entry is in use. Not by the time of the entry itself, which tells that it has not changed.
void touch(const fs::path& entry) {
  const fs::path mark = fs::path(entry).replace_extension(used_suffix);
  const FileHandle file(::open(mark.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0666));
  if (file.get() >= 0) ::futimens(file.get(), nullptr);
}

}  // namespace

fs::path default_cache_directory() {
  if (const char* const cache = std::getenv("XDG_CACHE_HOME"); cache != nullptr && fs::path(cache).is_absolute())
    return fs::path(cache) / "wayfront";
  if (const char* const home = std::getenv("HOME"); home != nullptr && fs::path(home).is_absolute())
    return fs::path(home) / ".cache" / "wayfront";
  return {};
}

fs::path cache_directory(const CacheRule& rule) {
  if (rule.mode == CacheRule::Mode::off) return {};
  return rule.directory.empty() ? default_cache_directory() : rule.directory;
}

LoadedGraph map_checked(int descriptor, const fs::path& directory, const std::string& name, RunContext& context,
                        bool writable) {
  struct stat status {};
  if (directory.empty() || ::fstat(descriptor, &status) != 0)
    return map_graph(descriptor, Trust::content, name, context, writable);
  const CheckedFiles checked(directory / "checked");
  if (checked.knows(status)) return map_graph(descriptor, Trust::header, name, context, writable);
  LoadedGraph loaded = map_graph(descriptor, Trust::content, name, context, writable);
  checked.remember(status);
  return loaded;
}

CachedLoad::CachedLoad(const GraphRequest& request, const Plugin& loader, const std::string& options,
                       RunContext& context)
    : request_(request), context_(context), directory_(cache_directory(request.cache)) {
  if (directory_.empty()) return;
  identity_ = identity_of(request);
  std::error_code error;
  const bool automatic = request.cache.mode == CacheRule::Mode::automatic;
  if (identity_.empty() || (automatic && fs::file_size(request.path, error) < small)) {
    directory_.clear();
    return;
  }
  how_ =
      fmt::format("content {}\nprogram {}\nloader {} {}\noptions {}\nweights {}\nmissing weights {}\n",
                  hash_text(request.path, context), program_hash(context), loader.about().name,
                  hash_text(loader.file, context), options, name(request.weights), describe(request.missing_weights));
  if (const fs::path& coordinates = request.missing_weights.coordinates; !coordinates.empty())
    how_ += fmt::format("coordinates {}\n", hash_text(coordinates, context));
  for (const GraphStep& step : request.steps) how_ += fmt::format("step {}\n", describe(step));
}

/// Of what the file and the files beside it hold, and of everything that decides what becomes of them.
std::string CachedLoad::key(std::span<const std::string> besides) const {
  std::string text = how_;
  for (const std::string& suffix : besides) {
    const std::optional<fs::path> file = file_beside(request_.path, suffix);
    text += fmt::format("beside {} {}\n", suffix, file ? hash_text(*file, context_) : "none");
  }
  return hash128(text.data(), text.size()).hex();
}

fs::path CachedLoad::entry(const std::string& key) const {
  return directory_ / "graphs" / (key + std::string(entry_suffix));
}

std::optional<LoadedGraph> CachedLoad::find() {
  if (directory_.empty()) return std::nullopt;
  const std::vector<std::string> besides = lines_of(entry(key({})).replace_extension(beside_suffix));
  const std::string wanted = key(besides);
  const fs::path path = entry(wanted);
  const FileHandle file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY));
  if (file.get() < 0) return std::nullopt;
  try {
    // Not writable: steps have been applied already.
    LoadedGraph loaded = map_checked(file.get(), directory_, path.string(), context_, false);
    if (loaded.cache_key != wanted)
      throw UserError(ExitCode::input, fmt::format("{}: is another graph's file", path.string()));
    touch(path);
    loaded.name = request_.path.filename().string();
    loaded.loader_reason += "; from the cache";
    return loaded;
  } catch (const UserError& damaged) {
    context_.log(Level::warning, fmt::format("cache: {}; made anew", damaged.what()));
    remove_entry(path);
    return std::nullopt;
  }
}

void CachedLoad::keep(LoadedGraph& loaded, double seconds, const FileInput& input) {
  const bool automatic = request_.cache.mode == CacheRule::Mode::automatic;
  if (directory_.empty() || (automatic && seconds < slow)) return;
  std::vector<std::string> besides;
  for (const FileInput::Asked& asked : input.asked_beside()) besides.push_back(asked.suffix);
  const std::string of_graph = key(besides);
  // What was hashed must be what was loaded.
  if (identity_of(request_) != identity_) return;
  for (const FileInput::Asked& asked : input.asked_beside()) {
    const std::optional<fs::path> file = file_beside(request_.path, asked.suffix);
    if ((file ? file_identity(*file) : "") != asked.identity) return;
  }
  const fs::path path = entry(of_graph);
  try {
    std::error_code error;
    fs::create_directories(path.parent_path(), error);
    if (error)
      throw UserError(ExitCode::input, fmt::format("{}: cannot be made: {}", directory_.string(), error.message()));
    loaded.cache_key = of_graph;
    const auto bytes = static_cast<double>(graph_file_bytes(loaded));
    const fs::space_info space = fs::space(path.parent_path(), error);
    if (bytes > request_.cache.most_bytes || (!error && bytes * 2 > static_cast<double>(space.available))) {
      if (!automatic)
        context_.log(Level::info,
                     fmt::format("cache: {} is too large to be kept in {}", loaded.name, directory_.string()));
      return;
    }
    shrink_cache(directory_, request_.cache.most_bytes - bytes);
    if (!besides.empty()) write_lines(entry(key({})).replace_extension(beside_suffix), besides);
    write_graph_file(path, loaded, Links::replace);
    touch(path);
  } catch (const UserError& refused) {
    if (!automatic) context_.log(Level::warning, fmt::format("cache: {}", refused.what()));
  }
}

std::vector<CacheEntry> cache_entries(const fs::path& directory) {
  std::vector<CacheEntry> entries;
  std::error_code error;
  for (fs::directory_iterator it(directory / "graphs", error), end; !error && it != end; it.increment(error)) {
    if (it->path().extension() != entry_suffix || it->path().filename().string().starts_with(temporary_prefix))
      continue;
    std::error_code gone;
    CacheEntry entry{it->path(), it->file_size(gone), it->last_write_time(gone)};
    if (gone) continue;
    const auto used = fs::last_write_time(fs::path(it->path()).replace_extension(used_suffix), gone);
    if (!gone) entry.used = std::max(entry.used, used);
    entries.push_back(std::move(entry));
  }
  std::ranges::sort(entries, std::greater{}, &CacheEntry::used);
  return entries;
}

std::uint64_t shrink_cache(const fs::path& directory, double most_bytes) {
  double kept = 0;
  std::uint64_t freed = 0;
  for (const CacheEntry& entry : cache_entries(directory)) {
    kept += static_cast<double>(entry.bytes);
    if (kept <= most_bytes) continue;
    remove_entry(entry.path);
    freed += entry.bytes;
    kept -= static_cast<double>(entry.bytes);
  }
  const auto long_ago = fs::file_time_type::clock::now() - std::chrono::hours(1);
  std::error_code error;
  for (fs::directory_iterator it(directory / "graphs", error), end; !error && it != end; it.increment(error)) {
    std::error_code gone;
    const bool temporary = it->path().filename().string().starts_with(temporary_prefix);
    const bool left_over = temporary && it->last_write_time(gone) <= long_ago;
    const bool emptied = most_bytes <= 0 && it->path().extension() == beside_suffix;
    if (!left_over && !emptied) continue;
    freed += it->file_size(gone);
    fs::remove(it->path(), gone);
  }
  return freed;
}

}  // namespace wayfront::host
