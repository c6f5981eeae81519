import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { pageRoutes } from '#lib/rules/routes/table.ts';

const folder = 'src/pages';
const files = readdirSync(folder, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => join(entry.parentPath, entry.name).slice(folder.length));

/** Pages that Astro calls internally, and the catch-all. */
const notAsked = new Set(['/500', '/[...path]']);

test('the table of routes names every page and no other', () => {
  const paths = files.map((file) => file.replace(/\.(astro|ts)$/, '').replace(/\/?index$/, '') || '/');
  expect(Object.keys(pageRoutes).sort()).toEqual(paths.filter((path) => !notAsked.has(path)).sort());
});

test('pages read their query only through the table', () => {
  const reading = files.filter((file) => {
    const uses = readFileSync(folder + file, 'utf8').match(/searchParams/g) ?? [];
    const through =
      readFileSync(folder + file, 'utf8').match(/(readQuery\('[^']+', |readListing\()Astro\.url\.searchParams/g) ?? [];
    return uses.length !== through.length;
  });
  expect(reading).toEqual([]);
});

test('a path with a parameter says what values it takes', () => {
  for (const [path, route] of Object.entries(pageRoutes)) expect('segment' in route, path).toBe(path.includes('['));
});
