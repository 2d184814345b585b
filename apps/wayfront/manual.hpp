// Manual pages, made from the rows of the command line.
#pragma once

#include <filesystem>
#include <span>
#include <string_view>

#include "command_line.hpp"

namespace wayfront::app {

/// Writes wayfront.1 and a page for each command into that directory, which is made, and prints how many. Throws host::UserError.
void write_manual(const std::filesystem::path& directory, std::string_view about, std::span<const Command> commands);

}  // namespace wayfront::app
