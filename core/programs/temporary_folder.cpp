#include "programs/temporary_folder.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <string>
#include <system_error>
#include <thread>

namespace wayfront::programs {
namespace {

namespace fs = std::filesystem;

bool has_room(const char* place, std::uint64_t bytes) {
  struct statvfs room {};
  return ::access(place, W_OK | X_OK) == 0 && ::statvfs(place, &room) == 0 &&
         std::uint64_t{room.f_bavail} * room.f_frsize > bytes + bytes / 8;
}

Descriptor open_folder(const fs::path& path) {
  return Descriptor(::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
}

/// Whether nobody else holds this folder, and nobody can from now on.
bool take(const Descriptor& folder) { return folder.get() >= 0 && ::flock(folder.get(), LOCK_EX | LOCK_NB) == 0; }

/// Removes the folders that nobody holds: their owners were killed.
void remove_abandoned(const fs::path& place, std::string_view prefix) {
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(place, ignored)) {
    if (!entry.path().filename().string().starts_with(prefix)) continue;
    const Descriptor folder = open_folder(entry.path());
    struct stat about {};
    if (folder.get() < 0 || ::fstat(folder.get(), &about) != 0 || about.st_uid != ::geteuid()) continue;
    if (take(folder)) fs::remove_all(entry.path(), ignored);
  }
}

}  // namespace

TemporaryFolder::TemporaryFolder(std::string_view prefix, const fs::path& place, std::uint64_t bytes) {
  constexpr const char* in_memory = "/dev/shm";
  const fs::path parent = !place.empty() ? place : has_room(in_memory, bytes) ? in_memory : fs::temp_directory_path();
  remove_abandoned(parent, prefix);
  for (;;) {
    std::string name = (fs::absolute(parent) / (std::string(prefix) + "XXXXXX")).string();
    if (::mkdtemp(name.data()) == nullptr)
      throw std::system_error(errno, std::generic_category(), "cannot make a folder in " + parent.string());
    lock_ = open_folder(name);
    std::error_code error;
    // Another owner that removes abandoned folders may have come before the lock.
    if (take(lock_) && fs::exists(name, error)) {
      path_ = name;
      return;
    }
    fs::remove_all(name, error);
  }
}

TemporaryFolder::~TemporaryFolder() {
  // Programs that were just killed may still make files in it.
  std::error_code error;
  for (int tries = 0; tries < 20; ++tries) {
    fs::remove_all(path_, error);
    if (!fs::exists(path_, error)) return;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
}

}  // namespace wayfront::programs
