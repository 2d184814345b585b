#include "load/cache/graph_cache.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <csignal>

#include "files/byte_source.hpp"
#include "files/file_replacement.hpp"
#include "graph/graph_inspection.hpp"
#include "little_graph.hpp"
#include "load/graph_file.hpp"
#include "load/graph_file_layout.hpp"
#include "load/graph_store.hpp"
#include "load/loaded_graph.hpp"
#include "run/host_context.hpp"

namespace wayfront::host {
namespace graph_cache_test {

namespace fs = std::filesystem;

const PluginRegistry& registry() {
  static const PluginRegistry plugins = registry_of({WAYFRONT_DIMACS, WAYFRONT_EDGE_LIST});
  return plugins;
}

/// A load with a cache, and what it logged.
struct Loads {
  Scratch scratch;
  GraphRequest request;
  std::vector<std::string> log;

  explicit Loads(std::string_view text = triangle) {
    request.path = scratch.write("x.gr", text);
    request.cache.mode = CacheRule::Mode::on;
    request.cache.directory = scratch.path() / "cache";
  }
  LoadedGraph operator()() {
    HostContext context(1);
    log.clear();
    context.set_log([this](Level, std::string_view line) { log.emplace_back(line); });
    return load_graph(request, registry(), context);
  }
  std::vector<CacheEntry> entries() const { return cache_entries(request.cache.directory); }
  fs::path only_entry() const {
    REQUIRE(entries().size() == 1);
    return entries().front().path;
  }
};

bool is_cached(const LoadedGraph& loaded) { return loaded.loader_reason.ends_with("; from the cache"); }

void overwrite(const fs::path& path, std::string_view bytes) {
  std::ofstream(path, std::ios::binary).write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
}

TEST_CASE("whatever decides about the graph makes an entry of its own") {
  Loads load("p tw 3 2\n1 2\n2 3\n");
  load.request.missing_weights.kind = WeightRule::Kind::constant;
  std::size_t count = 0;
  const auto is_new = [&] {
    const LoadedGraph loaded = load();
    CHECK(!is_cached(loaded));
    CHECK(is_cached(load()));
    CHECK(load.entries().size() == ++count);
  };
  is_new();
  load.request.weights = WeightKind::float32;
  is_new();
  load.request.missing_weights.constant = 2;
  is_new();
  load.request.missing_weights.kind = WeightRule::Kind::uniform;
  is_new();
  load.request.missing_weights.seed = 5;
  is_new();
  load.request.steps = {PotentialsStep{1, 5}};
  is_new();
  load.request.steps = {PotentialsStep{1, 5}, PotentialsStep{2, 5}};
  is_new();
  // Another content of the same size, with the same time.
  const auto time = fs::last_write_time(load.request.path);
  overwrite(load.request.path, "p tw 3 2\n1 2\n1 3\n");
  fs::last_write_time(load.request.path, time);
  is_new();
}

TEST_CASE("files beside the graph's belong to what it holds") {
  Loads load;
  load.request.path = load.scratch.write("x.e", "5 7 3\n7 9 4\n5 9 10\n");
  const fs::path vertices = load.scratch.path() / "x.v";
  const auto check = [&](bool cached, Vertex count) {
    const LoadedGraph loaded = load();
    CHECK(is_cached(loaded) == cached);
    CHECK(loaded.graph->info().vertices == count);
    CHECK(load.log.empty());
  };
  check(false, 3);
  check(true, 3);
  overwrite(vertices, "5\n7\n9\n11\n");
  check(false, 4);
  check(true, 4);
  overwrite(vertices, "5\n7\n9\n11\n12\n");
  check(false, 5);
  fs::remove(vertices);
  check(true, 3);
  CHECK(load().ids[1] == VertexId(std::uint64_t{7}));
}

TEST_CASE("a damaged entry is noticed once and made anew") {
  Loads load;
  const std::string digest = load().digest;
  const fs::path entry = load.only_entry();
  const std::string bytes = content_of(entry);
  const auto recovers = [&](const std::function<void()>& damage) {
    damage();
    CHECK(load().digest == digest);
    CHECK(load.log.size() == 1);
    CHECK(contains(load.log.at(0), "; rebuilt"));
    const LoadedGraph again = load();
    CHECK(is_cached(again));
    CHECK(again.digest == digest);
    CHECK(load.log.empty());
  };
  for (std::size_t size = 0; size < bytes.size(); size += 37)
    recovers([&] { overwrite(entry, std::string_view(bytes).substr(0, size)); });
  for (std::size_t i = graph_file_magic.size(); i < bytes.size(); i += 5) {
    std::string changed = bytes;
    changed[i] = static_cast<char>(~changed[i]);
    if (i >= 352 && changed[i] == static_cast<char>(0xff)) continue;  // may be a byte between sections
    recovers([&] { overwrite(entry, changed); });
  }
  recovers([&] { overwrite(entry, bytes + "x"); });
  recovers([&] {  // the entry of another graph
    Loads other("p sp 1 0\n");
    other();
    fs::copy_file(other.only_entry(), entry, fs::copy_options::overwrite_existing);
  });
}

TEST_CASE("a link or a pipe in the place of an entry is not used, and what a link leads to stays") {
  Loads load;
  load();
  const fs::path entry = load.only_entry(), moved = load.scratch.path() / "moved";
  fs::rename(entry, moved);
  const std::string content = content_of(moved);
  fs::create_symlink(moved, entry);
  CHECK(!is_cached(load()));
  CHECK(is_cached(load()));
  CHECK(fs::is_regular_file(fs::symlink_status(entry)));
  CHECK(content_of(moved) == content);
  fs::remove(entry);
  REQUIRE(::mkfifo(entry.c_str(), 0600) == 0);
  CHECK(!is_cached(load()));
  REQUIRE(load.log.size() == 1);
  CHECK(contains(load.log.at(0), "is a FIFO"));
}

TEST_CASE("what has no name of the cache stays when it is cleared") {
  Loads load;
  load();
  const fs::path notes = load.only_entry().parent_path() / "notes";
  overwrite(notes, "something else");
  CHECK(clear_cache(load.request.cache.directory).left == std::vector<fs::path>{notes});
  CHECK(fs::exists(notes));
  CHECK(load.entries().empty());
}

TEST_CASE("without a cache nothing is written, and without a place for it graphs are loaded all the same") {
  Loads load;
  load.request.cache.mode = CacheRule::Mode::off;
  load();
  CHECK(!fs::exists(load.request.cache.directory));
  load.request.cache.mode = CacheRule::Mode::automatic;  // it took no second
  load();
  CHECK(!fs::exists(load.request.cache.directory));
  load.request.cache.mode = CacheRule::Mode::on;
  overwrite(load.request.cache.directory, "a file");
  CHECK(!is_cached(load()));
  CHECK(load.log.size() == 1);
  CHECK(load.log.at(0).starts_with("cache: "));
}

TEST_CASE("the user's directory is found as others find it") {
  const auto with = [](const char* cache, const char* home) {
    cache == nullptr ? ::unsetenv("XDG_CACHE_HOME") : ::setenv("XDG_CACHE_HOME", cache, 1);
    home == nullptr ? ::unsetenv("HOME") : ::setenv("HOME", home, 1);
    return default_cache_directory();
  };
  CHECK(with("/c", "/h") == "/c/wayfront");
  CHECK(with("relative", "/h") == "/h/.cache/wayfront");
  CHECK(with(nullptr, "/h") == "/h/.cache/wayfront");
  CHECK(with(nullptr, nullptr) == "");
  CHECK(cache_directory({CacheRule::Mode::on}) == "");
}

TEST_CASE("the least recently used entries go when there are too many") {
  Loads load;
  std::vector<std::string> texts;
  for (int weight = 1; weight <= 4; ++weight) texts.push_back("p sp 2 1\na 1 2 " + std::to_string(weight) + "\n");
  const auto use = [&](std::size_t i) {
    overwrite(load.request.path, texts[i]);
    const bool cached = is_cached(load());
    // The clock of files may stand still meanwhile: everything gets an hour older.
    for (const auto& file : fs::directory_iterator(load.request.cache.directory / "graphs"))
      fs::last_write_time(file, fs::last_write_time(file) - std::chrono::hours(1));
    return cached;
  };
  for (std::size_t i = 0; i < 3; ++i) CHECK(!use(i));
  CHECK(use(0));
  load.request.cache.max_bytes = 3.5 * static_cast<double>(load.entries().front().bytes);
  CHECK(!use(3));  // in the place of 1
  CHECK(load.entries().size() == 3);
  CHECK(use(0));
  CHECK(use(2));
  CHECK(use(3));
  CHECK(!use(1));
  CHECK(!use(0));
  load.request.cache.max_bytes = 10;  // less than any entry
  overwrite(load.request.path, "p sp 1 0\n");
  CHECK(!is_cached(load()));
  CHECK(load.entries().size() == 3);
  CHECK(load.log.size() == 1);
  const fs::path graphs = load.request.cache.directory / "graphs";
  const fs::path left_over = graphs / (temporary_prefix + std::string(32, 'a') + ".wfg-1-0");
  overwrite(left_over, graph_file_magic.substr(0, 4));
  CHECK(shrink_cache(load.request.cache.directory, 1e9) == 0);  // somebody may be writing it
  fs::last_write_time(left_over, fs::file_time_type::clock::now() - std::chrono::hours(2));
  const fs::path foreign = graphs / (std::string(temporary_prefix) + "x.wfg-1-0");
  overwrite(foreign, graph_file_magic);
  fs::last_write_time(foreign, fs::file_time_type::clock::now() - std::chrono::hours(2));
  CHECK(shrink_cache(load.request.cache.directory, 1e9) == 4);
  CHECK(fs::exists(foreign));
  CHECK(shrink_cache(load.request.cache.directory, 0) > 0);
  CHECK(load.entries().empty());
}

std::string text_of_size(std::size_t arcs) {
  std::string text = "p sp 1000 " + std::to_string(arcs) + "\n";
  for (std::size_t i = 0; i < arcs; ++i)
    text += "a " + std::to_string(i * 7919 % 1000 + 1) + " " + std::to_string(i * 104729 % 1000 + 1) + " " +
            std::to_string(i % 5000) + "\n";
  return text;
}

/// body in a process of its own, which ends with 0 where it returns true.
pid_t start_process(const std::function<bool()>& body) {
  const pid_t child = ::fork();
  if (child != 0) return child;
  bool fine = false;
  try {
    fine = body();
  } catch (...) {
  }
  ::_exit(fine ? 0 : 1);
}

TEST_CASE("writers that race, for the cache or for its entry, all have the graph, and leave one entry") {
  Loads load(text_of_size(2000));
  load.request.cache.mode = CacheRule::Mode::off;
  const std::string digest = load().digest;
  load.request.cache.mode = CacheRule::Mode::on;
  for (int round = 0; round < 12; ++round) {
    std::vector<pid_t> children;
    for (int i = 0; i < 4; ++i)
      children.push_back(start_process([&] { return load().digest == digest && load.log.empty(); }));
    for (const pid_t child : children) {
      int status = 1;
      REQUIRE(::waitpid(child, &status, 0) == child);
      CHECK(status == 0);
    }
    CHECK(is_cached(load()));
    CHECK(load.log.empty());
    CHECK(fs::exists(load.request.cache.directory / "CACHEDIR.TAG"));
    fs::remove_all(round % 2 == 0 ? load.only_entry() : load.request.cache.directory);
  }
}

TEST_CASE("a writer that is killed leaves nothing that a later run would trust") {
  Loads load(text_of_size(40'000));
  load.request.cache.mode = CacheRule::Mode::off;
  const std::string digest = load().digest;
  load.request.cache.mode = CacheRule::Mode::on;
  const auto start = std::chrono::steady_clock::now();
  load();
  const auto whole = std::chrono::duration_cast<std::chrono::microseconds>(std::chrono::steady_clock::now() - start);
  std::mt19937_64 random(1);
  for (int round = 0; round < 60; ++round) {
    shrink_cache(load.request.cache.directory, 0);
    const pid_t child = start_process([&] { return load().digest == digest; });
    std::this_thread::sleep_for(whole * (random() % 1000) / 1000);
    ::kill(child, SIGKILL);
    int status = 0;
    REQUIRE(::waitpid(child, &status, 0) == child);
    for (const CacheEntry& entry : load.entries()) {
      HostContext context(1);
      const FileHandle file(::open(entry.path.c_str(), O_RDONLY | O_CLOEXEC));
      CHECK(map_graph(file.get(), Trust::content, "entry", context).digest == digest);
    }
    CHECK(load().digest == digest);
    CHECK(load.log.empty());
  }
}

}  // namespace graph_cache_test
}  // namespace wayfront::host
