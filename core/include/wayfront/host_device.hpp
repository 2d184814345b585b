// WAYFRONT_HD marks a function that kernels may call too. Under a plain C++ compiler it is nothing.
#pragma once

#if defined(__CUDACC__)
#define WAYFRONT_HD __host__ __device__
#else
#define WAYFRONT_HD
#endif
