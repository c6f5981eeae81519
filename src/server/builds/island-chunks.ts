import { basename } from 'node:path';

/** What the plugin changes of Vite's resolved configuration. */
interface ResolvedConfig {
  environments: { client: { build: { rolldownOptions: { preserveEntrySignatures?: string; output?: object } } } };
}

/** The modules of the build by their ids. */
interface ModuleGraph {
  getModuleInfo: (id: string) => { importers: readonly string[]; dynamicImporters: readonly string[]; isEntry: boolean } | null;
}

/** The islands of the way to an order, and the order list. What several of them load is one chunk for each set of them. */
const islands = ['CartButton', 'BuyBox', 'CartPanel', 'SignIn', 'Checkout', 'OrdersPage'];

/**
 * Scripts that run before the first interaction, on a static site also the one that asks for today's prices: their modules stay apart, so
 * that these load nothing of the islands.
 */
const runsFirst = (id: string): boolean => /astro&type=script|\/src\/directives\/|\/static-site\/check-offers/.test(id);

/** Finds the files that browsers load by themselves, as an entry or by `import()`, and that load this module. */
function findEntries(graph: ModuleGraph, id: string): string[] {
  const found = new Set([id]);
  for (const module of found) for (const importer of graph.getModuleInfo(module)?.importers ?? []) found.add(importer);
  return [...found].filter((module) => {
    const info = graph.getModuleInfo(module);
    return info?.isEntry || (info?.dynamicImporters.length ?? 0) > 0;
  });
}

/** Names the chunk of a module that two or more of `islands` load; null leaves the module to the bundler. */
function nameChunk(id: string, graph: ModuleGraph): string | null {
  const entries = findEntries(graph, id);
  if (entries.includes(id) || entries.some(runsFirst)) return null;
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
    configResolved({ environments }: ResolvedConfig): void {
      const options = environments.client.build.rolldownOptions;
      options.preserveEntrySignatures = 'allow-extension';
      options.output = {
        ...options.output,
        codeSplitting: { includeDependenciesRecursively: false, groups: [{ name: nameChunk }] },
      };
    },
  };
}
