FROM node:24-slim AS build
WORKDIR /build
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts
COPY LICENSE tsconfig.json ./
COPY src ./src
COPY console ./console
COPY README.md ./
COPY docs ./docs
COPY scripts ./scripts
COPY spec ./spec
COPY fixtures ./fixtures
COPY fonts ./fonts
COPY scenarios ./scenarios
COPY storyboards ./storyboards
# What the package publishes, and no more: it carries all that it uses.
RUN node scripts/build.ts --no-types \
  && npm pack --ignore-scripts \
  && mkdir /vatmock \
  && tar -xzf vatmock-*.tgz -C /vatmock --strip-components=1

FROM node:24-slim
WORKDIR /app
ENV NODE_ENV=production HOST=0.0.0.0 PORT=4010
COPY --from=build /vatmock ./
USER node
EXPOSE 4010
STOPSIGNAL SIGTERM
# Without --start-interval, which builders before Docker 25 and buildah 1.33 refuse.
HEALTHCHECK --interval=10s --timeout=3s --start-period=15s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/__admin/health').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
# Less room for what lives only as long as a request, which Node would let grow to 128 MB: a third less memory, at the same speed.
CMD ["node", "--disable-proto=delete", "--max-semi-space-size=16", "dist/cli.js", "serve"]
