#include "library/worker_program.hpp"

#include <system_error>

#include "base/process.hpp"

namespace wayfront {

namespace fs = std::filesystem;

fs::path worker_program() {
  const fs::path library = host::own_library();
  for (fs::path up = library.parent_path().parent_path(); up.has_relative_path(); up = up.parent_path()) {
    std::error_code error;
    const fs::path program = up / "bin" / "wayfront";
    if (fs::is_regular_file(program, error)) return program;
    if (up.filename() != "lib") break;  // lib/x86_64-linux-gnu
  }
  return {};
}

}  // namespace wayfront
