// What may stand at the end of a command line, for the completion of shells: commands, flags and their words.
#pragma once

#include <span>
#include <string>

#include "command_line.hpp"

namespace wayfront::app {

/// Prints what the last of `words` may become, a line each: the word, and behind a tab what it means. The line ":files"
/// stands for names of files. The words are those behind `wayfront` on the line; the last one may be empty.
void print_completions(std::span<const Command> commands, std::span<const std::string> words);

}  // namespace wayfront::app
