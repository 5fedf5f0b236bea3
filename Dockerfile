# docker build -t azulejo . && docker run -p 8080:8080 -v ./scans:/images:ro -v azulejo-cache:/cache azulejo

FROM swift:6.3-bookworm AS build
RUN apt-get update -q \
    && DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends libdeflate-dev libjpeg62-turbo-dev \
        libpoppler-glib-dev libtiff-dev libturbojpeg0-dev libuv1-dev libvips-dev node-llhttp pkg-config \
    && rm -rf /var/lib/apt/lists/*
WORKDIR /source
COPY Package.swift ./
COPY Sources Sources
COPY Tests Tests
RUN swift build -c release --static-swift-stdlib --product azulejo \
    && install -D -s .build/release/azulejo /out/bin/azulejo

FROM debian:bookworm-slim
RUN apt-get update -q \
    && DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends libpoppler-glib8 libturbojpeg0 libuv1 libvips42 \
    && rm -rf /var/lib/apt/lists/* \
    && useradd --system --uid 8080 --home-dir /nonexistent --shell /usr/sbin/nologin azulejo \
    && install -d -o azulejo -g azulejo /images /cache
COPY --from=build /out/bin/azulejo /usr/local/bin/azulejo
COPY Public /usr/local/share/azulejo/Public
ENV AZULEJO_HOST=0.0.0.0 AZULEJO_CACHE_DIR=/cache
USER azulejo
VOLUME /cache
EXPOSE 8080
HEALTHCHECK --interval=30s --timeout=6s CMD ["azulejo", "check"]
ENTRYPOINT ["azulejo"]
CMD ["serve", "/images"]
