import { fileURLToPath } from 'node:url';
import node from '@astrojs/node';
import react from '@astrojs/react';
import { defineConfig } from 'astro/config';

/** @astrojs/node with our own entry: the host wants a function from Request to Response, not a listener. */
function hostAdapter() {
  const adapter = node({ mode: 'middleware', bodySizeLimit: 256 * 1024 });
  const configDone = adapter.hooks['astro:config:done'];
  adapter.hooks['astro:config:done'] = (options) =>
    configDone?.({
      ...options,
      setAdapter: (built) =>
        options.setAdapter({ ...built, serverEntrypoint: fileURLToPath(new URL('./src/server/render.ts', import.meta.url)) }),
    });
  return adapter;
}

/** Leaves the store out of the built pages, so that host, owner's commands and pages share one running copy of it. */
function storeStaysOutside() {
  return {
    name: 'haat:store-stays-outside',
    enforce: 'pre',
    apply: 'build',
    resolveId: { filter: { id: /^#api\// }, handler: (id) => ({ id, external: true }) },
  };
}

export default defineConfig({
  output: 'server',
  adapter: hostAdapter(),
  integrations: [react()],
  session: false,
  compressHTML: true,
  build: { inlineStylesheets: 'always' },
  security: { csp: { directives: ["default-src 'self'", "img-src 'self' data:"] } },
  vite: { plugins: [storeStaysOutside()] },
});
