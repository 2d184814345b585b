# Wayfront with its plugins for CUDA GPUs, compiled for those from Ampere on:
#   docker build -f contrib/docker/cuda.Dockerfile -t wayfront-cuda .
#   docker run --rm --gpus all -v "$PWD:/data" wayfront-cuda solve graph.gr --from 1 --plugin near-far
ARG CUDA=12.6.3
FROM nvidia/cuda:${CUDA}-devel-ubuntu24.04 AS build
COPY . /wayfront
WORKDIR /wayfront
ENV CUDAARCHS="80-real;90"
RUN scripts/package

FROM nvidia/cuda:${CUDA}-base-ubuntu24.04
COPY --from=build /wayfront/build/release/packages /packages
RUN apt-get update && apt-get install -y --no-install-recommends \
    /packages/wayfront_*.deb /packages/libwayfront*.deb /packages/python3-wayfront_*.deb /packages/wayfront-cuda_*.deb \
  && rm -rf /packages /var/lib/apt/lists/*
WORKDIR /data
ENTRYPOINT ["wayfront"]
