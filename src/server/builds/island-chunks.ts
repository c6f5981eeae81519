import { basename } from 'node:path';

interface ResolvedConfig {
  environments: {
    client: { build: { modulePreload: unknown; rolldownOptions: { preserveEntrySignatures?: string; output?: object } } };
  };
}

interface ModuleGraph {
  getModuleInfo: (id: string) => { importers: readonly string[]; dynamicImporters: readonly string[]; isEntry: boolean } | null;
}

/** The files of a build, with the stylesheets that belong to its chunks. */
type Bundle = Record<string, { viteMetadata?: { importedCss: Set<string> } }>;

/** The islands of the way to an order, and the order list. What several of them load is one chunk for each set of them. */
const islands = ['CartButton', 'CartPanel', 'SignIn', 'Checkout', 'OrdersPage'];

const isPageScript = (id: string): boolean => /\/layouts\/Page\.astro\?astro&type=script/.test(id);

const isRenderer = (id: string): boolean => id.endsWith('/@astrojs/react/dist/client.js');

const isBuyBox = (id: string): boolean => id.endsWith('/BuyBox.tsx');

/** Scripts that run before the first interaction, and the runtime of islands: these load nothing of the islands. */
const runsFirst = (id: string): boolean => /\?astro&type=script|\/src\/directives\//.test(id);

/** On a static site, the script that asks for today's prices runs first too. The modules that it shares stay apart. */
const checksOffers = (id: string): boolean => id.includes('/static-site/check-offers');

/** Finds the files that browsers load by themselves, as an entry or by `import()`, and that load this module. */
function findEntries(graph: ModuleGraph, id: string): string[] {
  const found = new Set([id]);
  for (const module of found) for (const importer of graph.getModuleInfo(module)?.importers ?? []) found.add(importer);
  return [...found].filter((module) => {
    const info = graph.getModuleInfo(module);
    return info?.isEntry || (info?.dynamicImporters.length ?? 0) > 0;
  });
}

/**
 * Names the chunk of a module; null leaves it to the bundler. What every page loads first is one file, and so is what every island needs:
 * React, and what the buy box shares with others. The browser requests both by name, so that no module of theirs waits for another.
 */
function nameChunk(id: string, graph: ModuleGraph): string | null {
  const entries = findEntries(graph, id);
  if (entries.some(isPageScript)) return 'page';
  if (entries.some(runsFirst)) return entries.length > 1 ? 'page' : null;
  if (entries.some(checksOffers)) return null;
  if (entries.some(isBuyBox)) return 'islands';
  if (entries.some(isRenderer)) return 'react';
  if (entries.includes(id)) return null;
  const names = new Set(entries.map((entry) => basename(entry, '.tsx')));
  const sharing = islands.filter((island) => names.has(island));
  return sharing.length > 1 ? `shared-${sharing.map((island) => islands.indexOf(island)).join('')}` : null;
}

/**
 * A Vite plugin that bundles what islands share into a few chunks. By default the bundler makes one for each set of entries: of all pages
 * there are so many that the checkout loads 59 files. Only chunks with the same users among `islands` are joined, so that these load
 * hardly anything that they do not need.
 */
export function shareIslandChunks() {
  return {
    name: 'haat:share-island-chunks',
    enforce: 'post' as const,
    configResolved({ environments }: ResolvedConfig): void {
      const { build } = environments.client;
      // Names of modules would take 0.5 KB of every page's scripts, and browsers keep a failed preload. Astro sets this before.
      build.modulePreload = false;
      const options = build.rolldownOptions;
      options.preserveEntrySignatures = 'allow-extension';
      options.output = {
        ...options.output,
        codeSplitting: { includeDependenciesRecursively: false, groups: [{ name: nameChunk }] },
      };
    },
    /** The styles of islands are in the pages: Astro removes the files, and leaves their names to the functions that import chunks. */
    generateBundle(_: unknown, bundle: Bundle): void {
      for (const { viteMetadata } of Object.values(bundle))
        for (const name of viteMetadata?.importedCss ?? []) if (!(name in bundle)) viteMetadata?.importedCss.delete(name);
    },
  };
}
