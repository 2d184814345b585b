// Our binary graph file: `binary` reads it, `wayfront convert x.gr x.wfg` writes it, the cache stores graphs in it, and
// workers receive graphs as such a file. Its arrays are used in the mapping, without a copy.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

#include "files/file_replacement.hpp"
#include "files/input.hpp"
#include "load/loaded_graph.hpp"

namespace wayfront::host {

/// The name for `loader = "..."`. It is not a plugin: a plugin gives arcs, and here there is nothing to build.
inline constexpr std::string_view binary_loader = "binary";

/// Whether a file that starts with `head` is a Wayfront graph file.
bool is_graph_file(std::string_view head);

/// Workers need no ids and no coordinates.
enum class Readers : std::uint8_t { all, workers };

/// Writes the graph and its metadata at the position of the descriptor, which must be the start of an empty file or
/// memory file. `name` is for messages. Throws UserError (ExitCode::failed_run), and the errors of require_unchanged().
void write_graph(int descriptor, const LoadedGraph& loaded, const std::string& name, Readers readers = Readers::all);

/// The size of that file in bytes.
std::uint64_t graph_file_bytes(const LoadedGraph& loaded, Readers readers = Readers::all);

/// The same into a FileReplacement; throws the same errors.
void write_graph_file(const std::filesystem::path& path, const LoadedGraph& loaded, Links links = Links::follow,
                      mode_t rights = 0666);

/// A descriptor of a file that holds the graph without ids and coordinates, for worker processes to map with
/// Trust::header; the caller closes it.
/// It is a sealed memory file: nobody can change it, or reach the original file through it. Throws UserError
/// (ExitCode::input) if there is not enough memory, and the errors of require_unchanged().
int share_graph(const LoadedGraph& loaded);

/// The same; this process then also uses those arrays, so that they exist once.
int share_graph_in_place(LoadedGraph& loaded, RunContext& context);

/// For plugins that run in this process: moves the graph into write-protected memory that does not depend on a file.
/// Throws like share_graph(); std::bad_alloc.
void protect_graph(LoadedGraph& loaded, RunContext& context);

/// Throws UserError (ExitCode::input) if the graph is in a mapped file that has changed since: results from it are
/// invalid then. share_graph() and protect_graph() check this themselves.
void require_unchanged(const LoadedGraph& loaded);

/// The metadata of such a file.
struct GraphFileAbout {
  LoadedGraph loaded;  // without the graph: only the metadata
  std::uint64_t vertices = 0, edges = 0;
};

/// Reads the metadata of an open file, not its graph. Throws UserError (ExitCode::input) like map_graph.
GraphFileAbout about_graph_file(int descriptor, const std::string& name);

enum class Trust : std::uint8_t {
  header,   // for files written by this process: sizes and sections are checked, arrays are trusted
  content,  // every entry is checked, in parallel: the arrays are a valid graph, and they have the
            // digest that they were written with
};

/// A descriptor to map: the file at `path` or, if `input` decompresses it or reads a pipe, its content in memory.
/// `input` is unread. Throws UserError; BadInput.
FileHandle mappable_content(const std::filesystem::path& path, FileInput& input);

/// The graph of an open file, which may be closed afterwards. Another process may change the file while it is in use:
/// see require_unchanged(). `writable` makes the arrays private copies on write, for steps that change weights in
/// place. Throws UserError (ExitCode::input) that says what is wrong with the file; Cancelled.
LoadedGraph map_graph(int descriptor, Trust trust, const std::string& name, RunContext& context, bool writable = false);

}  // namespace wayfront::host
