// Standard output, only for data. What plugins print there goes to stderr, so that a pipe gets only data.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "files/written_file.hpp"

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

/// The file that a command line names for an answer; "-" is standard output. Throws like host::WrittenFile.
std::unique_ptr<host::WrittenFile> open_output(const std::string& name);
/// The whole of such a file.
void write_output(const std::string& name, std::string_view text);

/// 0, or the errno of the first write error.
int finish_output();

// If a plugin crashes, this program ends, too; the message names the plugin and the file with the earlier samples. A loader
// that crashes, and a plugin that does while it is opened, is exit code 4; others end the program by the signal.

/// From now on a fatal signal prints the current step before it ends the program as usual. `saved_in` is
/// the file that has the samples, or "".
void report_crashes(std::string_view saved_in);

/// The current step, for crash messages: "preparing dijkstra". Long texts are truncated.
void now_going_on(std::string_view what);

}  // namespace wayfront::app
