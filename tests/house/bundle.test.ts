import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { buildIfNeeded } from '#server/build.ts';

/** Identifiers that only server code contains. */
const serverWords = [
  '"node:',
  "'node:",
  '`node:',
  'DatabaseSync',
  'kysely',
  'idempotency_key',
  'code_hash',
  'INSERT INTO',
  'product_words',
];

let buildFolder: string;
beforeAll(async () => {
  buildFolder = await buildIfNeeded(() => undefined);
}, 300_000);

test('the browser bundle contains no server code', () => {
  const folder = join(buildFolder, 'client', '_astro');
  const scripts = readdirSync(folder).filter((name) => name.endsWith('.js'));
  expect(scripts.length).toBeGreaterThan(0);
  const found = scripts.flatMap((name) => {
    const text = readFileSync(join(folder, name), 'utf8');
    return serverWords.filter((word) => text.includes(word)).map((word) => `${name}: ${word}`);
  });
  expect(found).toEqual([]);
});
