import { describe, expect, test } from 'vitest';
import type { Db } from '#api/database/schema/engine.ts';
import { cacheByRevision, memoiseByRevision } from '#api/services/catalogue/revision-cache.ts';

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

describe('results of queries', () => {
  /** Counts computations, each of which takes a moment. */
  function countComputations() {
    let computations = 0;
    const compute = async () => {
      computations++;
      await new Promise((resolve) => setTimeout(resolve, 5));
      return computations;
    };
    return { compute, count: () => computations };
  }

  test('are computed once for concurrent callers, and then cached', async () => {
    const memoised = memoiseByRevision<number>(10, async () => 1);
    const { compute, count } = countComputations();
    const db = someDb();
    expect(await Promise.all([memoised(db, ['a'], compute), memoised(db, ['a'], compute)])).toEqual([1, 1]);
    expect(await memoised(db, ['a'], compute)).toBe(1);
    expect(await memoised(db, ['b'], compute)).toBe(2);
    expect(count()).toBe(2);
  });

  test('are computed again after a failure', async () => {
    const memoised = memoiseByRevision<number>(10, async () => 1);
    const db = someDb();
    const fail = () => Promise.reject(new Error('busy'));
    const both = await Promise.allSettled([memoised(db, ['a'], fail), memoised(db, ['a'], fail)]);
    expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await memoised(db, ['a'], async () => 7)).toBe(7);
  });

  test('of an older revision are not given to callers of a newer one', async () => {
    let revision = 1;
    const memoised = memoiseByRevision<string>(10, async () => revision);
    const db = someDb();
    const read = (result: string) => memoised(db, ['a'], async () => result);
    const older = await memoised(db, ['a'], async () => {
      revision = 2;
      expect(await read('newer')).toBe('newer');
      return 'older';
    });
    expect(older).toBe('older');
    expect(await read('newest')).toBe('newer');
  });
});
