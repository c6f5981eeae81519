import { expect, test } from 'vitest';
import { MatchCache } from '#api/services/columns/match-cache.ts';

const HALF = 500_000;
const matchesOf = (rows: number) => ({ parts: [new Uint32Array(rows / 2), new Uint32Array(rows / 2)], isScored: false });

/** A cache of searches named a, b, … with these numbers of matches. */
function cacheOf(...rows: number[]): MatchCache {
  const cache = new MatchCache();
  for (const [i, count] of rows.entries()) cache.set(String.fromCharCode(97 + i), matchesOf(count));
  return cache;
}

const listed = (cache: MatchCache): string =>
  cache
    .list()
    .map(([key]) => key)
    .join('');

test('searches are kept up to two million matches; one without room replaces all', () => {
  expect(cacheOf(2 * HALF, HALF, HALF).size).toBe(3);
  const full = cacheOf(2 * HALF, HALF, HALF, 2);
  expect(full.size).toBe(1);
  expect(full.get('d')?.parts).toHaveLength(2);
  // The matches that were dropped no longer count.
  full.set('e', matchesOf(3 * HALF));
  expect(full.size).toBe(2);
});

test('searches of which 2,000 are kept are replaced by the next', () => {
  const cache = new MatchCache();
  for (let i = 0; i < 2000; i++) cache.set(`${i}`, matchesOf(0));
  expect(cache.size).toBe(2000);
  cache.set('2000', matchesOf(0));
  expect(cache.size).toBe(1);
});

test('the searches for the next start are the oldest ones that fit into a million matches', () => {
  expect(listed(cacheOf(HALF, HALF, 0))).toBe('abc');
  expect(listed(cacheOf(HALF, HALF + 2, 8, HALF - 10))).toBe('acd');
});
