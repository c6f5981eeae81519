import { fileURLToPath } from 'node:url';
import node from '@astrojs/node';
import react from '@astrojs/react';
import { defineConfig } from 'astro/config';
import { intent } from './src/directives/intent.ts';

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

/** Keeps sonner from injecting a <style>, which the content security policy forbids: the toasts link its stylesheet instead. */
function toastStylesStayAFile() {
  const injection = /__insertCSS\("(?:[^"\\]|\\.)*"\);?/;
  return {
    name: 'haat:toast-styles-stay-a-file',
    apply: 'build',
    transform: {
      filter: { id: /\/sonner\/dist\/index\.mjs$/ },
      handler(code) {
        if (!injection.test(code)) throw new Error('sonner no longer injects its styles the way this build removes');
        return { code: code.replace(injection, ''), map: null };
      },
    },
  };
}

/** The store API when it answers on another origin than the pages. */
const storeOrigin = process.env.PUBLIC_STORE_API_URL ? new URL(process.env.PUBLIC_STORE_API_URL).origin : '';

/** Astro adds scripts and styles by their hashes. Pages add the origins of pictures that an import left where they are. */
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
    plugins: [storeStaysOutside(), toastStylesStayAFile()],
    // Constants are inlined, so that a script that uses one does not load a chunk for it.
    build: { rolldownOptions: { optimization: { inlineConst: { mode: 'all', pass: 2 } } } },
  },
});
