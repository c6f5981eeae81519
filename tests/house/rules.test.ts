import { expect, test } from 'vitest';
import { importsOf, listSourceFiles } from './imports.ts';

const RULES = 'src/lib/rules/';

/** The store with its tools, and what a shopper's browser gets. `src/fetch.ts` joins them and is of neither. */
const sides = {
  store: /^src\/(?:api|cli|server|admin|lib\/contract)\//,
  site: /^src\/(?:pages|layouts|components|islands|directives|lib\/(?:page|state|client|site))\//,
};

type Sides = Set<keyof typeof sides>;

const files = listSourceFiles('src');
const importersOf = new Map<string, string[]>();
for (const file of files)
  for (const target of importsOf(file)) importersOf.set(target, [...(importersOf.get(target) ?? []), file]);

/** The sides that use a module, directly or through other modules of the shared rules. */
function findSides(module: string): Sides {
  const found: Sides = new Set();
  const using = new Set([module]);
  for (const one of using) {
    for (const importer of importersOf.get(one) ?? []) {
      if (importer.startsWith(RULES)) using.add(importer);
      if (sides.store.test(importer)) found.add('store');
      if (sides.site.test(importer)) found.add('site');
    }
  }
  return found;
}

test('each module of the shared rules is used by the store and by the site', () => {
  const wrong = files
    .filter((file) => file.startsWith(RULES))
    .map((file) => ({ file, used: [...findSides(file)] }))
    .filter(({ used }) => used.length < 2)
    .map(({ file, used }) => `${file}: only the ${used[0] ?? 'entry'} uses it`);
  expect(wrong).toEqual([]);
});

test('a module that one side uses is found', () => {
  expect([...findSides('src/lib/state/cart/cart.ts')]).toEqual(['site']);
  expect([...findSides('src/lib/contract/lifetimes.ts')].sort()).toEqual(['site', 'store']);
});
