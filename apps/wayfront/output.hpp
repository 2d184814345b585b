// Standard output, for data alone. What plugins print there goes to stderr, so that a pipe gets nothing but data.
#pragma once

#include <string_view>

namespace wayfront::app {

/// Opens what of stdin, stdout and stderr was closed, so that no file of a run becomes one of them, and parts the
/// program's output from what others write to stdout from now on.
void set_up_output();

/// Writes to standard output; errors are kept for finish_output().
void print(std::string_view text);

/// Says on stderr what opening plugins changed in this process.
void print_opening_notes();

/// Standard output's descriptor, or -1 where it is closed: for what is too large to print().
int data_descriptor();

/// 0, or the errno of what went wrong while writing.
int finish_output();

}  // namespace wayfront::app
