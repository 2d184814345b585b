// What the programs that mpirun starts share. For them alone: the host and its plugins know nothing of MPI.
#pragma once

#ifndef OMPI_SKIP_MPICXX  // Boost.MPI defines it, too
#define OMPI_SKIP_MPICXX
#endif
#include <mpi.h>

#include <algorithm>
#include <chrono>
#include <thread>

namespace wayfront::programs {

/// Returns when each rank has heard from each other one. Connections are made by the first message between two ranks,
/// so a network that lets only some pass would else be noticed in the middle of a solve. All ranks together.
inline void meet(MPI_Comm ranks) {
  int id = 0, count = 1;
  MPI_Comm_rank(ranks, &id);
  MPI_Comm_size(ranks, &count);
  for (int step = 1; step < count; ++step) {
    const int to = (id + step) % count, from = (id + count - step) % count;
    char mine = 1, theirs = 0;
    MPI_Sendrecv(&mine, 1, MPI_CHAR, to, 0, &theirs, 1, MPI_CHAR, from, 0, ranks, MPI_STATUS_IGNORE);
  }
}

/// Returns when a message from that rank is there. It uses no processor meanwhile: MPI itself would ask again and again
/// without a pause.
inline MPI_Status await_message(int from, int tag, MPI_Comm ranks) {
  using std::chrono::microseconds;
  constexpr microseconds longest(1000);
  MPI_Status status;
  int arrived = 0;
  for (microseconds pause(20);; pause = std::min(pause * 5 / 4 + microseconds(1), longest)) {
    MPI_Iprobe(from, tag, ranks, &arrived, &status);
    if (arrived != 0) return status;
    std::this_thread::sleep_for(pause);
  }
}

}  // namespace wayfront::programs
