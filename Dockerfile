# The community service. The image holds Node and the built files; the service needs no packages beside them.
FROM node:24-bookworm-slim AS build
WORKDIR /src
COPY package.json package-lock.json .npmrc ./
# No installation script is needed for a build: they fetch Electron, browsers and another Node.
RUN npm ci --ignore-scripts
COPY . .
RUN npm run -s dist

FROM node:24-bookworm-slim
RUN install --directory --owner=node --group=node --mode=700 /var/lib/parlor
COPY --from=build /src/dist /opt/parlor
RUN ln -s /opt/parlor/parlor.cjs /usr/local/bin/parlor
USER node
WORKDIR /var/lib/parlor
ENV NODE_ENV=production
ENV PARLOR_SERVICE_HOST=0.0.0.0
ENV PARLOR_SERVICE_PORT=7400
ENV PARLOR_SERVICE_DATA_DIR=/var/lib/parlor
VOLUME /var/lib/parlor
EXPOSE 7400
HEALTHCHECK --interval=30s --timeout=5s --start-period=30s \
  CMD ["node", "--eval", "fetch(`http://127.0.0.1:${process.env.PARLOR_SERVICE_PORT}/health`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "/opt/parlor/service.js"]
