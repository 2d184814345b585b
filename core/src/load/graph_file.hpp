// Our binary graph file: what `binary` reads and `wayfront convert x.gr x.wfg` writes, what the cache keeps, and how a
// graph reaches another process. Its arrays are used where they are mapped, without a copy.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

#include "files/file_replacement.hpp"
#include "load/loaded_graph.hpp"

namespace wayfront::host {

/// Whether these first bytes of a file are such a file's.
bool is_graph_file(std::string_view head);

/// Writes the graph and what is known about it where the descriptor stands, which must be the start of an empty file
/// or memory file. `name` is for messages. Throws UserError (ExitCode::failed_run), and as require_unchanged() does.
void write_graph(int descriptor, const LoadedGraph& loaded, const std::string& name);

/// How many bytes that will be.
std::uint64_t graph_file_bytes(const LoadedGraph& loaded);

/// The same into such a FileReplacement, and throws what that does.
void write_graph_file(const std::filesystem::path& path, const LoadedGraph& loaded, Links links = Links::follow,
                      mode_t rights = 0666);

/// A descriptor of a file that holds the graph, for worker processes to map with Trust::header; the caller closes it.
/// It is a memory file, sealed: nobody can change it any more, nor reach the file that the graph came from through it.
/// Throws UserError (ExitCode::input) where memory does not suffice, and what require_unchanged() throws.
int share_graph(const LoadedGraph& loaded);

/// The same; this process then uses the arrays there, too, so that they exist once.
int share_graph_in_place(LoadedGraph& loaded, RunContext& context);

/// For plugins that are called in this process: puts the graph into memory that they cannot write to by mistake, whose
/// content no file can change. Throws as share_graph() does; std::bad_alloc.
void protect_graph(LoadedGraph& loaded, RunContext& context);

/// Throws UserError (ExitCode::input) where the graph lies in a mapped file that has changed since: what was made of it
/// does not count then. share_graph() and protect_graph() look for themselves.
void require_unchanged(const LoadedGraph& loaded);

/// What such a file says about its graph.
struct GraphFileAbout {
  LoadedGraph loaded;  // without the graph: what the metadata hold
  std::uint64_t vertices = 0, edges = 0;
};

/// That of an open file, whose graph is not looked at. Throws UserError (ExitCode::input) as map_graph does.
GraphFileAbout about_graph_file(int descriptor, const std::string& name);

enum class Trust : std::uint8_t {
  header,   // for what this program wrote itself: sizes and sections are checked, arrays are believed
  content,  // every entry is looked at, in parallel: nothing in the arrays can lead a plugin astray, and they have the
            // digest that they were written with
};

/// The graph of an open file, which may be closed afterwards. Another process may change the file while it is in use:
/// see require_unchanged(). `writable` makes the arrays private copies on write, for steps that change weights in
/// place. Throws UserError (ExitCode::input) that names what is wrong with the file; Cancelled.
LoadedGraph map_graph(int descriptor, Trust trust, const std::string& name, RunContext& context, bool writable = false);

}  // namespace wayfront::host
