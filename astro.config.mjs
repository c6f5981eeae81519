import { fileURLToPath } from 'node:url';
import node from '@astrojs/node';
import react from '@astrojs/react';
import { defineConfig } from 'astro/config';
import { intent } from './src/directives/intent.ts';

/** @astrojs/node with src/server/render.ts as entry point: the host needs a function from Request to Response, not a listener. */
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

/** Keeps the store's modules external to the build, so that host and pages share one instance of them. */
function externalStore() {
  return {
    name: 'haat:external-store',
    enforce: 'pre',
    apply: 'build',
    resolveId: { filter: { id: /^#api\// }, handler: (id) => ({ id, external: true }) },
  };
}

/** Removes sonner's <style> injection, which the content security policy forbids; the toasts link its stylesheet instead. */
function removeSonnerStyles() {
  const injection = /__insertCSS\("(?:[^"\\]|\\.)*"\);?/;
  return {
    name: 'haat:remove-sonner-styles',
    apply: 'build',
    transform: {
      filter: { id: /\/sonner\/dist\/index\.mjs$/ },
      handler(code) {
        if (!injection.test(code)) throw new Error('sonner no longer injects its styles in the form that this plugin removes');
        return { code: code.replace(injection, ''), map: null };
      },
    },
  };
}

/** Origin of the store API; empty if it is the site's own. */
const storeOrigin = process.env.PUBLIC_STORE_API_URL ? new URL(process.env.PUBLIC_STORE_API_URL).origin : '';

/** Astro adds the hashes of scripts and styles; pages add the origins of remote pictures. */
const contentSecurity = [
  "default-src 'self'",
  "img-src 'self' data:",
  `connect-src 'self' ${storeOrigin}`.trim(),
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  'report-uri /csp-reports',
];

export default defineConfig({
  output: 'server',
  adapter: hostAdapter(),
  integrations: [react(), intent()],
  session: false,
  compressHTML: true,
  build: { inlineStylesheets: 'always' },
  security: { csp: { directives: contentSecurity } },
  vite: {
    // Settings come from the environment only (see src/api/env-file.mjs).
    envDir: false,
    plugins: [externalStore(), removeSonnerStyles()],
    // Constants are inlined, so that a script that uses one does not load a chunk for it.
    build: { rolldownOptions: { optimization: { inlineConst: { mode: 'all', pass: 2 } } } },
  },
});
