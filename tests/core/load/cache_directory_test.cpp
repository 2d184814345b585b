#include "load/cache/cache_files.hpp"

#include <doctest/doctest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <string>

#include "../../scratch.hpp"
#include "base/errors.hpp"

namespace wayfront::host {
namespace {

namespace fs = std::filesystem;

/// A directory "cache" with one file in its folder "graphs", or in `folder`.
fs::path directory_with(const Scratch& scratch, const std::string& folder, const std::string& name,
                        const std::string& content) {
  const fs::path cache = scratch.path() / "cache";
  fs::remove_all(cache);
  fs::create_directories(cache / folder);
  for (const fs::path& it : {cache, cache / folder}) ::chmod(it.c_str(), 0700);
  scratch.write("cache/" + folder + "/" + name, content);
  return cache;
}

std::string refusal(const fs::path& path) {
  try {
    CacheDirectory::find(path);
    return "";
  } catch (const UserError& error) {
    CHECK(error.code() == ExitCode::usage);
    return error.what();
  }
}

constexpr const char* magic = "\x93WFG\r\n\x1a\n";

TEST_CASE("a file is the cache's by its name and its content") {
  const Scratch scratch;
  const std::string key = "0123456789abcdef0123456789abcdef", tag = "Signature: 8a477f597d28d172789f06886806bc55\n";
  const auto is_own = [&](const std::string& folder, const std::string& name, const std::string& content) {
    const fs::path cache = directory_with(scratch, folder, name, content);
    const std::string why = refusal(cache);
    CHECK((why.empty() || why.find("contains " + cache.string()) != std::string::npos));
    return why.empty();
  };
  CHECK(is_own("graphs", key + ".wfg", magic));  // cut off
  CHECK(is_own("graphs", key + ".wfg", "\x93WF"));
  CHECK(is_own("graphs", key + ".wfg", ""));
  CHECK(!is_own("graphs", key + ".wfg", "\x93WX"));
  CHECK(!is_own("graphs", key + ".wfg", "p sp 3 3\n"));
  CHECK(!is_own("graphs", "usa.wfg", magic));
  CHECK(!is_own("graphs", key + "0.wfg", magic));
  CHECK(!is_own("graphs", key.substr(1) + ".wfg", magic));
  CHECK(!is_own("graphs", "0123456789ABCDEF0123456789ABCDEF.wfg", magic));
  CHECK(!is_own("checked", key + ".wfg", magic));
  CHECK(is_own("graphs", ".wayfront-new-" + key + ".wfg-12-0", magic));
  CHECK(!is_own("graphs", ".wayfront-new-" + key + ".wfg-12", magic));
  CHECK(!is_own("graphs", ".wayfront-new-usa.wfg-12-0", magic));
  CHECK(is_own("graphs", key + ".used", ""));
  CHECK(!is_own("graphs", key + ".used", "x"));
  CHECK(is_own("graphs", key + ".beside", ".v\n.properties\n"));
  CHECK(!is_own("graphs", key + ".beside", "/home/notes\n"));
  CHECK(is_own("checked", "5-77", "wayfront checked 2: 5 77 1 2.3 4.5\n"));
  CHECK(is_own("checked", "5-77", "wayf"));
  CHECK(!is_own("checked", "5-77", "notes"));
  CHECK(!is_own("checked", "5-", "wayfront checked 2: "));
  CHECK(!is_own("checked", "577", "wayfront checked 2: "));
  CHECK(!is_own("checked", "-", "wayfront checked 2: "));
  CHECK(!is_own("graphs", "5-77", "wayfront checked 2: "));
  CHECK(!is_own("other", "5-77", "wayfront checked 2: "));
  CHECK(!is_own("", "5-77", "wayfront checked 2: "));
  CHECK(!is_own("", "CACHEDIR.TAG", tag));
  CHECK(!is_own("", "CACHEDIR.TAG", tag + "# This directory is another program's.\n"));
}

TEST_CASE("a marked directory is a cache, whatever else it holds") {
  const Scratch scratch;
  const fs::path path = scratch.path() / "above" / "cache";
  CHECK(!CacheDirectory::find(path));
  CacheDirectory::make(path).make_folder(graphs_folder);
  struct stat status {};
  REQUIRE(::stat(path.c_str(), &status) == 0);
  CHECK((status.st_mode & 0777U) == 0700);
  scratch.write("above/cache/graphs/usa.wfg", "notes");
  scratch.write("above/cache/notes", "notes");
  const auto found = CacheDirectory::find(path);
  REQUIRE(found);
  CHECK(found->folder(graphs_folder));
  CHECK(!found->folder(checked_folder));
  fs::remove(path / "CACHEDIR.TAG");
  CHECK(refusal(path).find("contains " + (path / "graphs/usa.wfg").string()) != std::string::npos);
  CHECK_THROWS_AS(CacheDirectory::make(path), UserError);
  CHECK(!fs::exists(path / "CACHEDIR.TAG"));
}

TEST_CASE("an empty directory becomes a cache only when one is made there") {
  const Scratch scratch;
  const fs::path path = scratch.path() / "cache";
  fs::create_directory(path);
  ::chmod(path.c_str(), 0700);
  CHECK(CacheDirectory::find(path));
  CHECK(fs::is_empty(path));
  CacheDirectory::make(path);
  CHECK(fs::exists(path / "CACHEDIR.TAG"));
}

TEST_CASE("a directory that others may write, or that is another user's, is not trusted") {
  const Scratch scratch;
  const fs::path path = scratch.path() / "cache", link = scratch.path() / "link";
  CacheDirectory::make(path);
  fs::create_symlink(path, link);
  CHECK(CacheDirectory::find(link));  // which the user made
  for (const mode_t mode : {0720, 0702, 01777}) {
    ::chmod(path.c_str(), mode);
    CHECK(refusal(path).find("chmod -R go-w " + path.string()) != std::string::npos);
    CHECK_THROWS_AS(CacheDirectory::make(path), UserError);
  }
  ::chmod(path.c_str(), 0755);
  CHECK(refusal(path).empty());
  if (::geteuid() != 0) {
    MESSAGE("a directory of another user: skipped, only root can make one");
    return;
  }
  REQUIRE(::lchown(link.c_str(), 4711, 4711) == 0);
  CHECK(refusal(link).find("is a symbolic link and belongs to user 4711") != std::string::npos);
  REQUIRE(::chown(path.c_str(), 4711, 4711) == 0);
  CHECK(refusal(path).find("belongs to user 4711") != std::string::npos);
  REQUIRE(::chown(path.c_str(), 0, 0) == 0);
  REQUIRE(::chown((path / "CACHEDIR.TAG").c_str(), 4711, 4711) == 0);
  CHECK(refusal(path).find("contains " + (path / "CACHEDIR.TAG").string()) != std::string::npos);
}

}  // namespace
}  // namespace wayfront::host
