# The shop in a container: docs/hosting.md says how to build and run it.
FROM node:24.21.0-bookworm-slim AS build
WORKDIR /srv/shop
COPY package.json package-lock.json .npmrc ./
COPY demo/package.json demo/
# Install scripts would only fetch the Node that this image has already.
RUN npm ci --omit=dev --ignore-scripts && rm -rf node_modules/node node_modules/.bin/node
COPY . .
# Empty unless the store API is elsewhere.
ARG PUBLIC_STORE_API_URL
ARG PUBLIC_STORE_APP_KEY
RUN node src/server/build.ts

FROM node:24.21.0-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=4321 DATA_DIR=/data SUPERVISE=0
ENV MALLOC_ARENA_MAX=2 MALLOC_TRIM_THRESHOLD_=131072 NODE_OPTIONS=--max-semi-space-size=4
WORKDIR /srv/shop
COPY --from=build /srv/shop ./
RUN install -d -o node -g node -m 700 /data
USER node
VOLUME /data
EXPOSE 4321
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/api/readyz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "src/server/start.mjs"]
