// Where the program is whose processes isolate plugins.
#pragma once

#include <filesystem>

namespace wayfront {

/// The program of the same installation as this library; "" if it is not installed.
std::filesystem::path worker_program();

}  // namespace wayfront
