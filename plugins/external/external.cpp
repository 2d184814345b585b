// external asks another program, a peer, for the distances: one in another language, of another library or on another
// machine becomes a contender that is certified and timed like every plugin. docs/external.md has the protocol.
//
// `prepare` writes the graph as NumPy files into a folder of its own, starts the program with that folder's name, and
// waits for the line "ready". A solve writes a line with the source, waits for the line "done", and reads the distances
// from the file that the program left them in: two short lines over pipes and one copy. Each number is converted
// exactly to the graph's type or refused.
//
// A program that ends, says something else, or answers twice fails its run with a sentence that quotes it. Cancelling
// kills it with its process group; the next solve starts another.

#include "external.hpp"

WAYFRONT_PLUGIN(wayfront::External)
