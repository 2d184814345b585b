# Wayfront for CPUs:
#   docker build -f contrib/docker/cpu.Dockerfile -t wayfront .
#   docker run --rm -v "$PWD:/data" wayfront solve graph.gr --from 1
FROM debian:12 AS build
COPY . /wayfront
WORKDIR /wayfront
RUN scripts/package

FROM debian:12-slim
COPY --from=build /wayfront/build/release/packages /packages
RUN apt-get update && apt-get install -y --no-install-recommends \
    /packages/wayfront_*.deb /packages/libwayfront*.deb /packages/python3-wayfront_*.deb \
  && rm -rf /packages /var/lib/apt/lists/*
WORKDIR /data
ENTRYPOINT ["wayfront"]
