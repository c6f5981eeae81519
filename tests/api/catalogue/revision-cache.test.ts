import { expect, test } from 'vitest';
import type { Db } from '#api/database/schema/engine.ts';
import { cacheByRevision } from '#api/services/catalogue/revision-cache.ts';

/** A database that no other cache uses. */
const someDb = () => ({}) as Db;

test('a value is built once per database and revision', async () => {
  let revision = 1;
  let builds = 0;
  const read = cacheByRevision(
    async () => revision,
    async () => ++builds,
  );
  const [first, second] = [someDb(), someDb()];
  expect([await read(first), await read(first), await read(second)]).toEqual([1, 1, 2]);
  revision = 2;
  expect([await read(first), await read(first), await read(second)]).toEqual([3, 3, 4]);
});

test('concurrent readers share one build', async () => {
  let builds = 0;
  const read = cacheByRevision(
    async () => 1,
    async () => {
      builds++;
      await new Promise((resolve) => setTimeout(resolve, 5));
      return builds;
    },
  );
  const db = someDb();
  expect(await Promise.all([read(db), read(db), read(db)])).toEqual([1, 1, 1]);
});

test('a failed build is retried by the next reader', async () => {
  let builds = 0;
  const read = cacheByRevision(
    async () => 1,
    async () => {
      if (++builds === 1) throw new Error('busy');
      return builds;
    },
  );
  const db = someDb();
  await expect(read(db)).rejects.toThrow('busy');
  expect(await read(db)).toBe(2);
});
