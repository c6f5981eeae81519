import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { buildIfNeeded } from '#server/build.ts';
import { present } from '#tests/support/present.ts';

/** Identifiers that only server code contains. */
const serverWords = ['"node:', "'node:", '`node:', 'DatabaseSync', 'kysely', 'code_hash', 'INSERT INTO', 'product_words'];

let buildFolder: string;
beforeAll(async () => {
  buildFolder = await buildIfNeeded(() => undefined);
}, 300_000);

/** The browser's scripts by their names. */
function readScripts(): Map<string, string> {
  const folder = join(buildFolder, 'client', '_astro');
  const names = readdirSync(folder).filter((name) => name.endsWith('.js'));
  return new Map(names.map((name) => [name, readFileSync(join(folder, name), 'utf8')]));
}

test('the browser bundle contains no server code', () => {
  const scripts = readScripts();
  expect(scripts.size).toBeGreaterThan(0);
  const found = [...scripts].flatMap(([name, text]) =>
    serverWords.filter((word) => text.includes(word)).map((word) => `${name}: ${word}`),
  );
  expect(found).toEqual([]);
});

test('the stylesheets that scripts load exist', () => {
  const files = readdirSync(join(buildFolder, 'client', '_astro'));
  const named = [...readScripts().values()].flatMap((text) => text.match(/_astro\/[\w.-]+\.css/g) ?? []);
  expect(named.length).toBeGreaterThan(0);
  expect(named.filter((name) => !files.includes(name.slice('_astro/'.length)))).toEqual([]);
});

test.for([
  // React's renderer, the buy box and the script of every page: the page names each of them, so that none waits for another.
  ['client', 3],
  ['BuyBox', 2],
  ['CartButton', 4],
  ['CartPanel', 9],
  ['SignIn', 10],
  ['Checkout', 18],
  ['OrdersPage', 11],
] as const)('%s loads at most %i files', ([island, most]) => {
  const scripts = readScripts();
  const loaded = new Set([...scripts.keys()].filter((name) => name.startsWith(`${island}.`)));
  expect(loaded.size).toBe(1);
  for (const name of loaded)
    for (const [, imported = ''] of present(scripts.get(name)).matchAll(/(?:import|from)\s*["'`]\.\/([\w.-]+\.js)["'`]/g))
      loaded.add(imported);
  expect(loaded.size).toBeGreaterThan(1);
  expect(loaded.size).toBeLessThanOrEqual(most);
});
