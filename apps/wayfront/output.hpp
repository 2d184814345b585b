// Standard output, only for data. What plugins print there goes to stderr, so that a pipe gets only data.
#pragma once

#include <string_view>

namespace wayfront::app {

/// Opens those of stdin, stdout and stderr that are closed, so that no file of a run becomes one of them. From now on
/// it separates the program's output from what others write to stdout.
void set_up_output();

/// Writes to standard output; errors are kept for finish_output().
void print(std::string_view text);

/// Prints "wayfront: " and the text on stderr, a line or several. Characters that a terminal would obey are shown as
/// \x1b.
void say(std::string_view text);

/// Prints on stderr what opening plugins changed in this process.
void print_opening_notes();

/// Standard output's descriptor, or -1 if it is closed: for data too large for print().
int data_descriptor();

/// 0, or the errno of the first write error.
int finish_output();

}  // namespace wayfront::app
