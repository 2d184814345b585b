#include "load/cache/graph_cache.hpp"

#include <fcntl.h>
#include <fmt/ranges.h>
#include <sys/stat.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <sstream>
#include <system_error>
#include <utility>

#include "base/characters.hpp"
#include "base/process.hpp"
#include "base/refusal.hpp"
#include "files/byte_source.hpp"
#include "files/file_digest.hpp"
#include "graph/steps/graph_steps.hpp"
#include "graph/weight_kind.hpp"
#include "load/cache/cache_files.hpp"

namespace wayfront::host {
namespace {

namespace fs = std::filesystem;

constexpr double slow = 1;                                 // seconds: what an automatic cache keeps
constexpr std::uintmax_t small = std::uintmax_t{1} << 20;  // bytes of a file that cannot take that long

void warn(RunContext& context, const UserError& refused) {
  context.log(Level::warning, fmt::format("cache: {}", refused.what()));
}

std::string hash_text(const fs::path& file, RunContext& context) {
  const std::optional<Hash128> hash = file_digest(file, context);
  return hash ? hash->hex() : "none";
}

/// Of the program or library that this code is in, which defines the rules and steps.
const std::string& program_hash(RunContext& context) {
  static const std::string hash = [&] {
    const fs::path library = own_library();
    return hash_text(library.empty() ? fs::path("/proc/self/exe") : library, context);
  }();
  return hash;
}

/// Identifies the content of the files that the request names; "" if there are none.
std::string identity_of(const GraphRequest& request) {
  std::string identity = file_identity(request.path);
  if (identity.empty()) return identity;
  for (const fs::path& file : further_files(request)) identity += ' ' + file_identity(file);
  return identity;
}

std::vector<std::string> besides_in(const CacheFolder& graphs, const std::string& name) {
  constexpr std::size_t longest = 4096;
  std::vector<std::string> lines;
  const FileHandle file = graphs.open_file(name);
  std::istringstream text(file.get() < 0 ? "" : start_of(file, longest));
  for (std::string line; std::getline(text, line);) lines.push_back(std::move(line));
  return lines;
}

std::string file_of(std::string key, std::string_view suffix) { return key.append(suffix); }

/// Notes that the entry is in use. Does not change the time of the entry itself, which shows that it has not changed.
void touch(const CacheFolder& graphs, const std::string& key) {
  const std::string mark = file_of(key, used_suffix);
  const FileHandle made(
      ::openat(graphs.descriptor(), mark.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, private_file));
  if (made.get() < 0) ::utimensat(graphs.descriptor(), mark.c_str(), nullptr, AT_SYMLINK_NOFOLLOW);
}

/// Returns the number of freed bytes.
std::uint64_t remove_own(const CacheFolder& folder, const std::string& name) {
  const std::optional<struct stat> status = folder.look(name);
  const bool removed = status && is_own(folder, name) && folder.remove(name);
  return removed ? static_cast<std::uint64_t>(status->st_size) : 0;
}

/// The same of an entry, whose mark of its last use goes, too.
std::uint64_t remove_entry(const CacheFolder& folder, const fs::path& file) {
  remove_own(folder, file_of(file.stem().string(), used_suffix));
  return remove_own(folder, file.filename().string());
}

/// Those of its folders that exist.
std::vector<CacheFolder> folders_of(const std::optional<CacheFolder>& cache) {
  std::vector<CacheFolder> folders;
  for (const char* const name : cache_folders)
    if (auto folder = cache ? cache->folder(name) : std::nullopt) folders.push_back(*std::move(folder));
  return folders;
}

fs::file_time_type time_of(const struct stat& status) {
  using std::chrono::file_clock, std::chrono::system_clock;
  const auto since = std::chrono::seconds(status.st_mtim.tv_sec) + std::chrono::nanoseconds(status.st_mtim.tv_nsec);
  return file_clock::from_sys(std::chrono::sys_time<std::chrono::nanoseconds>(since));
}

/// Whether somebody may still be writing it.
bool is_in_work(const CacheFolder& folder, const std::string& name) {
  constexpr auto longest = std::chrono::hours(1);
  const std::optional<struct stat> status = folder.look(name);
  return is_temporary_name(name) && status && time_of(*status) > fs::file_time_type::clock::now() - longest;
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
  for (const fs::path& file : further_files(request)) how_ += fmt::format("file {}\n", hash_text(file, context));
  if (!request.coordinates.empty()) how_ += fmt::format("coordinates {}\n", request.coordinates.filename().string());
  for (const GraphStep& step : request.steps) how_ += fmt::format("step {}\n", describe(step));
}

/// Digest of the content of the file and the files next to it, and of everything that affects how they are loaded.
std::string CachedLoad::key(std::span<const std::string> besides) const {
  std::string text = how_;
  for (const std::string& suffix : besides) {
    const std::optional<fs::path> file = file_beside(request_.path, suffix);
    text += fmt::format("beside {} {}\n", suffix, file ? hash_text(*file, context_) : "none");
  }
  return hash128(text.data(), text.size()).hex();
}

std::optional<LoadedGraph> CachedLoad::find() try {
  const std::optional<CacheFolder> graphs =
      directory_.empty() ? std::nullopt : find_cache_folder(directory_, graphs_folder);
  if (!graphs) return std::nullopt;
  const std::string wanted = key(besides_in(*graphs, file_of(key({}), beside_suffix)));
  const std::string entry = file_of(wanted, entry_suffix);
  const FileHandle file = graphs->open_file(entry);
  if (file.get() < 0) return std::nullopt;
  const std::string path = (graphs->path() / entry).string();
  try {
    LoadedGraph loaded = map_graph(file.get(), Trust::content, path, context_);
    if (loaded.cache_key != wanted) fail(ExitCode::input, "{}: is the file of another graph", path);
    touch(*graphs, wanted);
    loaded.name = request_.path.filename().string();
    loaded.loader_reason += "; from the cache";
    return loaded;
  } catch (const UserError& damaged) {
    context_.log(Level::warning, fmt::format("cache: {}; rebuilt", damaged.what()));
    remove_entry(*graphs, entry);
    return std::nullopt;
  }
} catch (const UserError& refused) {  // something else is in the way, or cannot be trusted
  warn(context_, refused);
  directory_.clear();
  return std::nullopt;
}

void CachedLoad::keep(LoadedGraph& loaded, double seconds, const FileInput& input) {
  const bool automatic = request_.cache.mode == CacheRule::Mode::automatic;
  if (directory_.empty() || (automatic && seconds < slow)) return;
  std::vector<std::string> besides;
  for (const FileInput::Asked& asked : input.asked_beside()) besides.push_back(asked.suffix);
  const std::string of_graph = key(besides);
  // The hashed content must be the loaded content.
  if (identity_of(request_) != identity_) return;
  for (const FileInput::Asked& asked : input.asked_beside()) {
    const std::optional<fs::path> file = file_beside(request_.path, asked.suffix);
    if ((file ? file_identity(*file) : "") != asked.identity) return;
  }
  const std::string entry = file_of(of_graph, entry_suffix);
  try {
    const CacheFolder graphs = make_cache(directory_).make_folder(graphs_folder);
    loaded.cache_key = of_graph;
    const auto bytes = static_cast<double>(graph_file_bytes(loaded));
    if (!has_room(graphs, bytes, request_.cache.max_bytes)) {
      if (!automatic)
        context_.log(Level::info, fmt::format("cache: {} is too large for {}", loaded.name, directory_.string()));
      loaded.cache_key.clear();
      return;
    }
    shrink_cache(directory_, request_.cache.max_bytes - bytes);
    if (!besides.empty())
      write_cache_file(graphs, file_of(key({}), beside_suffix), fmt::format("{}\n", fmt::join(besides, "\n")));
    write_graph_file(graphs.path() / entry, loaded, Links::replace, private_file);
    touch(graphs, of_graph);
  } catch (const UserError& refused) {
    loaded.cache_key.clear();
    if (!automatic) warn(context_, refused);
  }
}

namespace {

/// What the open file of an entry is: kept bytes, or a graph. Nothing about it is known if it is damaged.
void describe(const FileHandle& file, const CacheFolder& folder, CacheEntry& entry) {
  if (folder.name() == kept_folder) {
    const std::optional<KeptHeader> header = kept_header(file);
    entry.kept = header && header->label[0] != 0 ? on_one_line(header->label) : "damaged bytes";
    return;
  }
  if (const auto used = folder.look(file_of(entry.path.stem().string(), used_suffix)))
    entry.used = std::max(entry.used, time_of(*used));
  try {
    entry.about = about_graph_file(file.get(), entry.path.filename().string());
  } catch (const UserError&) {  // damaged
  }
}

}  // namespace

std::vector<CacheEntry> cache_entries(const fs::path& directory) {
  std::vector<CacheEntry> entries;
  for (const CacheFolder& folder : folders_of(find_cache(directory)))
    for (const std::string& name : folder.names()) {
      if (!is_entry_name(name) || !is_own(folder, name)) continue;
      const FileHandle file = folder.open_file(name);
      struct stat status {};
      if (file.get() < 0 || ::fstat(file.get(), &status) != 0) continue;
      CacheEntry entry{folder.path() / name, static_cast<std::uint64_t>(status.st_size), time_of(status), {}, {}};
      describe(file, folder, entry);
      entries.push_back(std::move(entry));
    }
  std::ranges::sort(entries, std::greater{}, &CacheEntry::used);
  return entries;
}

std::uint64_t shrink_cache(const fs::path& directory, double max_bytes) {
  const std::optional<CacheFolder> cache = find_cache(directory);
  const std::vector<CacheFolder> folders = folders_of(cache);
  if (folders.empty()) return 0;
  mark_cache(*cache);
  double kept = 0;
  std::uint64_t freed = 0;
  for (const CacheEntry& entry : cache_entries(directory)) {
    kept += static_cast<double>(entry.bytes);
    if (kept <= max_bytes) continue;
    for (const CacheFolder& folder : folders)
      if (folder.path() == entry.path.parent_path()) freed += remove_entry(folder, entry.path);
    kept -= static_cast<double>(entry.bytes);
  }
  for (const CacheFolder& folder : folders)
    for (const std::string& name : folder.names())
      if (is_temporary_name(name) && !is_in_work(folder, name)) freed += remove_own(folder, name);
  return freed;
}

ClearedCache clear_cache(const fs::path& directory) {
  ClearedCache cleared;
  const std::optional<CacheFolder> cache = find_cache(directory);
  for (const CacheFolder& folder : folders_of(cache)) {
    mark_cache(*cache);
    for (const std::string& file : folder.names()) {
      if (!is_own(folder, file)) cleared.left.push_back(folder.path() / file);
      if (!is_in_work(folder, file)) cleared.bytes += remove_own(folder, file);
    }
  }
  return cleared;
}

}  // namespace wayfront::host
