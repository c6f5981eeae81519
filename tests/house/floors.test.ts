import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { circles, importsOf, projectFolder, sourceFiles } from './imports.ts';

type Tower = 'foundation' | 'site' | 'store' | 'door' | 'demo';

/** Each room with its tower and floor; the first prefix that fits a file is its room. */
const rooms: [prefix: string, tower: Tower, floor: number][] = [
  ['src/lib/contract/', 'foundation', 0],
  ['src/lib/rules/', 'foundation', 1],
  ['src/lib/client/', 'site', 2],
  ['src/directives/', 'site', 2],
  ['src/styles/', 'site', 2],
  ['src/lib/page/', 'site', 3],
  ['src/lib/state/', 'site', 3],
  ['src/islands/', 'site', 4],
  ['src/components/', 'site', 5],
  ['src/layouts/', 'site', 6],
  ['src/pages/', 'site', 7],
  ['src/api/database/', 'store', 2],
  ['src/api/services/', 'store', 3],
  ['src/api/calls/', 'store', 4],
  ['src/api/workers/', 'store', 4],
  ['src/api/', 'store', 5],
  ['demo/', 'demo', 0],
  ['src/cli/', 'store', 6],
  ['src/server/', 'store', 7],
  ['src/fetch.ts', 'door', 8],
];

function roomOf(file: string): { tower: Tower; floor: number } {
  const room = rooms.find(([prefix]) => file.startsWith(prefix));
  if (!room) throw new Error(`${file} stands in no room of the house`);
  return { tower: room[1], floor: room[2] };
}

/** The demo shop is a package of its own: one file of the store imports it, lazily, and nothing else does. */
const isDemoShop = (file: string, target: string): boolean => file === 'src/cli/demo/package.ts' && target === 'demo/index.ts';

const files = [...sourceFiles('src'), ...sourceFiles('demo')].filter(
  (file) => file !== 'src/env.d.ts' && !file.startsWith('demo/tests/'),
);

test('every file imports only from its own floor, from floors below it in its tower, or from the foundation', () => {
  const wrong = files.flatMap((file) => {
    const from = roomOf(file);
    return importsOf(file)
      .filter((target) => {
        if (isDemoShop(file, target)) return false;
        const to = roomOf(target);
        if (to.floor > from.floor) return true;
        return from.tower !== 'door' && to.tower !== 'foundation' && to.tower !== from.tower;
      })
      .map((target) => `${file} → ${target}`);
  });
  expect(wrong).toEqual([]);
});

test('no circle of imports runs between files', () => {
  expect(circles(files)).toEqual([]);
});

test('the imports are really read: the door is seen to reach both towers', () => {
  expect(importsOf('src/fetch.ts')).toEqual(expect.arrayContaining(['src/api/store.ts', 'src/lib/page/store/client.ts']));
});

test('the demo shop is imported in one place, and only when it is asked for', () => {
  const importing = files.filter((file) => file.startsWith('src/') && importsOf(file).includes('demo/index.ts'));
  expect(importing).toEqual(['src/cli/demo/package.ts']);
  const text = readFileSync(join(projectFolder, 'src/cli/demo/package.ts'), 'utf8');
  expect(text.match(/(import\(|from )'@haat\/demo-shop'/g)).toEqual(["import('@haat/demo-shop'", "import('@haat/demo-shop'"]);
});

test('tests and demo shop are no part of what a shopper gets', () => {
  const leaks = sourceFiles('src').flatMap((file) => importsOf(file).filter((target) => target.startsWith('tests/')));
  expect(leaks).toEqual([]);
});
