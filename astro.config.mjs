import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import node from '@astrojs/node';
import react from '@astrojs/react';
import { defineConfig } from 'astro/config';
import { adminPages } from './src/admin/astro-integration.ts';
import { MAX_BODY_BYTES } from './src/api/handlers/http/limit-request-body.ts';
import { intent } from './src/directives/astro-integration.ts';
import { listCspDirectives } from './src/lib/page/csp/default-policy.ts';
import { shareIslandChunks } from './src/server/builds/island-chunks.ts';
import { shopParts } from './src/server/builds/shop-parts.ts';
import { shopTexts } from './src/server/builds/shop-texts-plugin.ts';
import { laterStyles } from './src/styles/split-later.ts';

/** @astrojs/node with src/server/astro-entry-point.ts as entry point: the host needs a function from Request to Response, not a listener. */
function hostAdapter() {
  const adapter = node({ mode: 'middleware', bodySizeLimit: MAX_BODY_BYTES });
  const configDone = adapter.hooks['astro:config:done'];
  adapter.hooks['astro:config:done'] = (options) =>
    configDone?.({
      ...options,
      setAdapter: (built) =>
        options.setAdapter({
          ...built,
          serverEntrypoint: fileURLToPath(new URL('./src/server/astro-entry-point.ts', import.meta.url)),
        }),
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

/**
 * Removes sonner's <style> injection, which the content security policy forbids; the toasts link its stylesheet instead. Sonner has no option
 * and no entry without it. The only change to a dependency (docs/decisions/0063-no-patched-dependencies.md).
 */
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

/** Minifies the scripts that pages contain, which are imported as text and so are not part of a bundle. */
function minifyInlineScripts() {
  return {
    name: 'haat:minify-inline-scripts',
    apply: 'build',
    transform: {
      filter: { id: /\/inline-scripts\/[\w-]+\.js\?raw$/ },
      async handler(_, id) {
        const file = id.slice(0, id.indexOf('?'));
        // Astro's own Vite: the project does not depend on it.
        const vite = await import(pathToFileURL(createRequire(import.meta.resolve('astro')).resolve('vite')).href);
        const { code, errors } = vite.minifySync(file, readFileSync(file, 'utf8'), {
          module: false,
          compress: true,
          mangle: true,
        });
        if (errors.length > 0) throw new Error(`${file} cannot be minified: ${errors[0].message}`);
        return { code: `export default ${JSON.stringify(code)}`, map: null };
      },
    },
  };
}

/** The oldest browsers, those of the Baseline of 2022, in the form that Vite reads. */
const { browserslist } = JSON.parse(readFileSync(new URL('./package.json', import.meta.url), 'utf8'));
const oldestBrowsers = browserslist.map((browser) => browser.replace('ios_saf', 'ios').replace(' ', ''));

/** Whether this is a build for a static host. */
const isStaticSite = process.env.STATIC_SITE === '1';

/** Absolute path of this folder, with a slash at the end. */
const projectFolder = fileURLToPath(new URL('.', import.meta.url));

/** What compiled Astro components import in the browser instead of `astro/compiler-runtime`. */
const BROWSER_RUNTIME = fileURLToPath(new URL('./src/components/static-site/astro-runtime.ts', import.meta.url));

/**
 * Lets scripts of a static site import Astro components, to render them in the browser: the client build gets the code that Astro
 * compiled for the server build, which runs first. The page has their scripts and styles already.
 */
function componentsForBrowser() {
  const PREFIX = '\0for-browser:';
  const compiled = new Map();
  const virtualId = (file) => `${PREFIX}${file}.js`;
  const fileOf = (id) => id.slice(PREFIX.length, -'.js'.length);
  return {
    name: 'haat:components-for-browser',
    enforce: 'post',
    apply: 'build',
    sharedDuringBuild: true,
    transform: {
      filter: { id: /\.astro$/ },
      handler(code, id) {
        if (this.environment.name !== 'client') compiled.set(id, code);
      },
    },
    resolveId: {
      order: 'pre',
      async handler(source, importer) {
        if (this.environment.name !== 'client') return;
        const parent = importer?.startsWith(PREFIX) ? fileOf(importer) : undefined;
        if (!parent && !source.endsWith('.astro')) return;
        if (source === 'astro/compiler-runtime') return BROWSER_RUNTIME;
        if (parent && (source.endsWith('.css') || source.includes('?astro&type=script'))) return `${PREFIX}empty.js`;
        const resolved = await this.resolve(source, parent ?? importer, { skipSelf: true });
        return resolved?.id.endsWith('.astro') ? virtualId(resolved.id) : resolved;
      },
    },
    load: {
      filter: { id: /^\0for-browser:/ },
      // Astro gives each component its path; the published files name no folder of the machine that built them.
      handler: (id) => ({ code: (compiled.get(fileOf(id)) ?? '').replaceAll(projectFolder, ''), moduleSideEffects: false }),
    },
  };
}

/** Keeps the components of static sites, with their scripts and styles, out of other builds. */
const withoutStaticSite = {
  find: /^#components\/static-site\/\w+\.astro$/,
  replacement: fileURLToPath(new URL('./src/components/static-site/Nothing.astro', import.meta.url)),
};

export default defineConfig({
  output: 'server',
  adapter: hostAdapter(),
  integrations: [react(), intent(), adminPages(isStaticSite)],
  session: false,
  compressHTML: true,
  build: { inlineStylesheets: 'always' },
  // The host gives forms to admin pages only, and `openPage` checks their origin, more strictly and with a page that says so.
  security: { checkOrigin: false, csp: { directives: listCspDirectives(process.env.PUBLIC_STORE_API_URL) } },
  vite: {
    // Settings come from the environment only (see src/api/env-file.mjs).
    envDir: false,
    resolve: { alias: isStaticSite ? [] : [withoutStaticSite] },
    // The second is Vite's: whether the function that wraps each import() also preloads what it is told.
    define: { STATIC_SITE: String(isStaticSite), __VITE_IS_MODERN__: 'false' },
    plugins: [
      laterStyles(),
      minifyInlineScripts(),
      shareIslandChunks(),
      externalStore(),
      removeSonnerStyles(),
      await shopParts(process.env),
      await shopTexts(process.env),
      ...(isStaticSite ? [componentsForBrowser()] : []),
    ],
    // Constants are inlined, so that a script that uses one does not load a chunk for it.
    build: { target: oldestBrowsers, rolldownOptions: { optimization: { inlineConst: { mode: 'all', pass: 2 } } } },
  },
});
