FROM node:24-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts
COPY tsconfig.json tsconfig.build.json ./
COPY src ./src
COPY scripts ./scripts
COPY spec ./spec
COPY fixtures ./fixtures
RUN node scripts/build.ts

FROM node:24-slim AS dependencies
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --ignore-scripts

FROM node:24-slim
WORKDIR /app
ENV NODE_ENV=production HOST=0.0.0.0 PORT=4010
COPY package.json LICENSE ./
COPY --from=dependencies /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
COPY spec ./spec
COPY fixtures ./fixtures
COPY fonts ./fonts
COPY scenarios ./scenarios
USER node
EXPOSE 4010
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=3s --start-period=15s --start-interval=1s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/__admin/health').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
# Less room for what lives only as long as a request, which Node would let grow to 128 MB: a third less memory, at the same speed.
CMD ["node", "--disable-proto=delete", "--max-semi-space-size=16", "dist/cli.js", "serve"]
