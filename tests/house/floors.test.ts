import { expect, test } from 'vitest';
import { circles, importsOf, sourceFiles } from './imports.ts';

type Tower = 'foundation' | 'site' | 'store' | 'door';

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
  ['demo/', 'store', 5],
  ['src/cli/', 'store', 6],
  ['src/server/', 'store', 7],
  ['src/fetch.ts', 'door', 8],
];

function roomOf(file: string): { tower: Tower; floor: number } {
  const room = rooms.find(([prefix]) => file.startsWith(prefix));
  if (!room) throw new Error(`${file} stands in no room of the house`);
  return { tower: room[1], floor: room[2] };
}

const files = [...sourceFiles('src'), ...sourceFiles('demo')].filter((file) => file !== 'src/env.d.ts');

test('every file imports only from its own floor, from floors below it in its tower, or from the foundation', () => {
  const wrong = files.flatMap((file) => {
    const from = roomOf(file);
    return importsOf(file)
      .filter((target) => {
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

test('tests and demo shop are no part of what a shopper gets', () => {
  const leaks = sourceFiles('src').flatMap((file) => importsOf(file).filter((target) => target.startsWith('tests/')));
  expect(leaks).toEqual([]);
});
