#include <sys/stat.h>
#include <unistd.h>

#include "../../test.hpp"
#include "load/cache/cache_files.hpp"
#include "load/cache/graph_cache.hpp"
#include "load/cache/kept_bytes.hpp"

namespace wayfront::host {
namespace cache_directory_test {

namespace fs = std::filesystem;

std::string refusal(const fs::path& path) {
  return refusal_by(ExitCode::usage, [&] { find_cache(path); });
}

TEST_CASE("a file is the cache's by its name") {
  const Scratch scratch;
  const CacheFolder cache = make_cache(scratch.path() / "cache");
  const CacheFolder graphs = cache.make_folder(graphs_folder), kept = cache.make_folder(kept_folder);
  const std::string key = "0123456789abcdef0123456789abcdef";
  for (const std::string_view suffix : {".wfg", ".used", ".beside"}) {
    const std::string name = key + std::string(suffix);
    CHECK(is_own(graphs, name));
    CHECK(is_own(graphs, ".wayfront-new-" + name + "-12-0"));
    CHECK(!is_own(graphs, ".wayfront-new-" + name + "-12"));
    CHECK(!is_own(graphs, key + "0" + std::string(suffix)));
    CHECK(!is_own(graphs, name.substr(1)));
    CHECK(!is_own(kept, name));
    CHECK(!is_own(cache, name));
  }
  CHECK(is_own(kept, key + ".kept"));
  CHECK(!is_own(graphs, key + ".kept"));
  CHECK(!is_own(graphs, "0123456789ABCDEF0123456789ABCDEF.wfg"));
  CHECK(!is_own(graphs, "usa.wfg"));
  CHECK(!is_own(graphs, ".wayfront-new-usa.wfg-12-0"));
  CHECK(is_own(cache, "CACHEDIR.TAG"));
  CHECK(!is_own(graphs, "CACHEDIR.TAG"));
}

TEST_CASE("a marked directory is a cache, whatever else it holds") {
  const Scratch scratch;
  const fs::path path = scratch.path() / "above" / "cache";
  CHECK(!find_cache(path));
  make_cache(path).make_folder(graphs_folder);
  struct stat status {};
  REQUIRE(::stat(path.c_str(), &status) == 0);
  CHECK((status.st_mode & 0777U) == 0700);
  scratch.write("above/cache/graphs/usa.wfg", "notes");
  scratch.write("above/cache/notes", "notes");
  const auto found = find_cache(path);
  REQUIRE(found);
  CHECK(found->folder(graphs_folder));
  CHECK(!found->folder(kept_folder));
  // The mark of another program is none.
  scratch.write("above/cache/CACHEDIR.TAG", "Signature: 8a477f597d28d172789f06886806bc55\n");
  CHECK(contains(refusal(path), "contains " + (path / "CACHEDIR.TAG").string()));
  fs::remove(path / "CACHEDIR.TAG");
  CHECK(contains(refusal(path), "contains " + (path / "graphs").string()));
  CHECK_THROWS_AS(make_cache(path), UserError);
  CHECK(!fs::exists(path / "CACHEDIR.TAG"));
}

TEST_CASE("an empty directory becomes a cache only when one is made there") {
  const Scratch scratch;
  const fs::path path = scratch.path() / "cache";
  fs::create_directory(path);
  ::chmod(path.c_str(), 0700);
  CHECK(find_cache(path));
  CHECK(fs::is_empty(path));
  make_cache(path);
  CHECK(fs::exists(path / "CACHEDIR.TAG"));
}

TEST_CASE("a directory that others may write, or that is another user's, is not trusted") {
  const Scratch scratch;
  const fs::path path = scratch.path() / "cache", link = scratch.path() / "link";
  make_cache(path);
  fs::create_symlink(path, link);
  CHECK(find_cache(link));  // which the user made
  for (const mode_t mode : {0720, 0702, 01777}) {
    ::chmod(path.c_str(), mode);
    CHECK(contains(refusal(path), "chmod -R go-w " + path.string()));
    CHECK_THROWS_AS(make_cache(path), UserError);
  }
  ::chmod(path.c_str(), 0755);
  CHECK(refusal(path).empty());
  if (::geteuid() != 0) {
    MESSAGE("a directory of another user: skipped, only root can make one");
    return;
  }
  REQUIRE(::lchown(link.c_str(), 4711, 4711) == 0);
  CHECK(contains(refusal(link), "is a symbolic link and belongs to user 4711"));
  REQUIRE(::chown(path.c_str(), 4711, 4711) == 0);
  CHECK(contains(refusal(path), "belongs to user 4711"));
}

std::span<const std::byte> bytes_of(std::string_view text) {
  return {reinterpret_cast<const std::byte*>(text.data()), text.size()};
}
std::string text_of(const KeptBytes& kept) {
  return {reinterpret_cast<const char*>(kept.bytes.data()), kept.bytes.size()};
}

struct Store {
  Scratch scratch;
  fs::path directory = scratch.path() / "cache";
  std::vector<std::string> warnings;

  KeptBytesStore open(double max_bytes = 1e9) {
    return {directory, max_bytes, [this](std::string_view text) { warnings.emplace_back(text); }};
  }
  fs::path file(const Hash128& key) const { return directory / "kept" / (key.hex() + ".kept"); }
};

Hash128 key(std::vector<std::string_view> pieces) { return key_digest(pieces); }

TEST_CASE("what was kept is found under its key, and under no other") {
  Store it;
  const auto store = it.open();
  CHECK(store.find(key({"a"})).owner == nullptr);  // there is no directory yet
  CHECK(!fs::exists(it.directory));
  store.keep(key({"a", "bc"}), "a", bytes_of("first"));
  store.keep(key({"a", "b"}), "a", bytes_of(""));
  CHECK(text_of(it.open().find(key({"a", "bc"}))) == "first");
  CHECK(it.open().find(key({"a", "b"})).owner != nullptr);
  CHECK(store.find(key({"ab", "c"})).owner == nullptr);  // pieces are told apart
  CHECK(store.find(key({"abc"})).owner == nullptr);
  store.keep(key({"a", "bc"}), "a", bytes_of("second"));
  CHECK(text_of(store.find(key({"a", "bc"}))) == "second");
  CHECK(it.warnings.empty());
}

TEST_CASE("an entry that is larger than the cache may be is not read") {
  Store it;
  it.open().keep(key({"a"}), "a", bytes_of(std::string(1000, 'x')));
  REQUIRE(fs::exists(it.file(key({"a"}))));
  CHECK(it.open(500).find(key({"a"})).owner == nullptr);
  REQUIRE(it.warnings.size() == 1);
  CHECK(contains(it.warnings.front(), "1000 bytes"));
  CHECK(!fs::exists(it.file(key({"a"}))));
}

TEST_CASE("damaged bytes, and those of another key, are removed with a warning") {
  Store it;
  const auto store = it.open();
  const std::string content(1000, 'x');
  const auto damaged = [&](auto&& damage, const char* why) {
    it.warnings.clear();
    store.keep(key({"a"}), "a", bytes_of(content));
    damage(it.file(key({"a"})));
    CHECK(store.find(key({"a"})).owner == nullptr);
    REQUIRE(it.warnings.size() == 1);
    CHECK_MESSAGE(contains(it.warnings[0], why), it.warnings[0]);
    CHECK(contains(it.warnings[0], "made anew"));
    CHECK(!fs::exists(it.file(key({"a"}))));
    store.keep(key({"a"}), "a", bytes_of(content));
    CHECK(text_of(store.find(key({"a"}))) == content);
  };
  const auto overwrite = [](const fs::path& file, std::streamoff at) {
    std::fstream stream(file, std::ios::in | std::ios::out | std::ios::binary);
    stream.seekp(at).put('?');
  };
  for (const std::streamoff at : {128, 600, 1127})
    damaged([&](const fs::path& file) { overwrite(file, at); }, "its digest is another");
  damaged([&](const fs::path& file) { overwrite(file, 40); }, "digest is another");
  damaged([&](const fs::path& file) { overwrite(file, 20); }, "under another key");
  damaged([&](const fs::path& file) { fs::resize_file(file, 1127); }, "has 1127 bytes instead of 1128");
  damaged([&](const fs::path& file) { fs::resize_file(file, 2000); }, "has 2000 bytes instead of 1128");
  damaged([&](const fs::path& file) { fs::resize_file(file, 60); }, "start is damaged");
  damaged([&](const fs::path& file) { fs::resize_file(file, 0); }, "start is damaged");
  damaged(
      [&](const fs::path& file) {
        store.keep(key({"b"}), "b", bytes_of("other"));
        fs::rename(it.file(key({"b"})), file);
      },
      "under another key");
}

TEST_CASE("a folder that others may write is not used") {
  Store it;
  const auto store = it.open();
  store.keep(key({"a"}), "a", bytes_of("mine"));
  ::chmod((it.directory / "kept").c_str(), 0777);
  store.keep(key({"a"}), "a", bytes_of("mine"));
  CHECK(store.find(key({"a"})).owner == nullptr);
  REQUIRE(it.warnings.size() == 2);
  CHECK(contains(it.warnings[0], "can be written by others"));
}

TEST_CASE("kept bytes are entries of the cache: listed, and removed where there are too many") {
  Store it;
  const std::string content(1000, 'x');  // 1128 bytes each
  it.open(500).keep(key({"large"}), "large", bytes_of(content));
  CHECK(!fs::exists(it.file(key({"large"}))));
  const auto store = it.open(3000);
  const auto age = [&](const char* name, int hours) {
    fs::last_write_time(it.file(key({name})), fs::file_time_type::clock::now() - std::chrono::hours(hours));
  };
  store.keep(key({"a"}), "the first", bytes_of(content));
  age("a", 3);
  store.keep(key({"b"}), "the second", bytes_of(content));
  age("b", 2);
  CHECK(cache_entries(it.directory).size() == 2);
  CHECK(store.find(key({"a"})).owner != nullptr);  // is used, and so younger than b
  store.keep(key({"c"}), "the third\nof all", bytes_of(content));
  std::vector<std::string> labels;
  for (const CacheEntry& entry : cache_entries(it.directory)) labels.push_back(entry.kept);
  CHECK(labels.size() == 2);
  CHECK(store.find(key({"b"})).owner == nullptr);
  CHECK(store.find(key({"a"})).owner != nullptr);
  CHECK(store.find(key({"c"})).owner != nullptr);
  CHECK(clear_cache(it.directory).bytes == 2 * 1128);
  CHECK(cache_entries(it.directory).empty());
  CHECK(it.warnings.empty());
}

}  // namespace cache_directory_test
}  // namespace wayfront::host
