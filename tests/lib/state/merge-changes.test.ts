import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mergeChanges, type Timed } from '#lib/state/persistence/merge-changes.ts';
import { testSeed } from '#tests/support/test-seed.ts';

const options = { lists: { lines: ({ key }: { key: string }) => key } };

/** What a tab has made of some entries at some times: a line that it has removed has a time only. */
const timed: fc.Arbitrary<Timed> = fc
  .record({
    code: fc.option(fc.constantFrom('', 'TEN', 'FIFTY')),
    codeAt: fc.nat({ max: 5 }),
    lines: fc.uniqueArray(fc.record({ key: fc.constantFrom('a', 'b', 'c'), units: fc.nat({ max: 3 }), at: fc.nat({ max: 5 }) }), {
      selector: ({ key }) => key,
    }),
  })
  .map(({ code, codeAt, lines }) => {
    const times: Record<string, number> = { code: codeAt };
    for (const { key, at } of lines) times[`lines ${key}`] = at;
    return { fields: { code, lines: lines.filter(({ units }) => units > 0).map(({ key, units }) => ({ key, units })) }, times };
  });

const mergeAll = (all: readonly Timed[]): unknown => {
  const { fields, times } = all.reduce((mine, theirs) => mergeChanges(options, mine, theirs));
  const lines = fields['lines'] as { key: string }[];
  return {
    code: fields['code'],
    lines: lines.toSorted((one, other) => one.key.localeCompare(other.key)),
    times: Object.entries(times)
      .filter(([, at]) => at > 0)
      .sort(),
  };
};

test('tabs that hear of the same changes in any order, and of some again, end alike', () => {
  const changes = fc.array(timed, { minLength: 1, maxLength: 5 });
  const orders = changes.chain((all) =>
    fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length }), fc.subarray(all)),
  );
  fc.assert(
    fc.property(orders, ([all, shuffled, again]) => {
      expect(mergeAll([...shuffled, ...again])).toEqual(mergeAll(all));
    }),
    { seed: testSeed() },
  );
});

const lines = (...keys: string[]) => keys.map((key) => ({ key, units: 1 }));

test('a removed line stays removed whatever an older list has, and comes back with a later change', () => {
  const removed = { fields: { lines: [] }, times: { 'lines a': 2 } };
  const older = { fields: { lines: lines('a') }, times: { 'lines a': 1 } };
  const later = { fields: { lines: lines('a') }, times: { 'lines a': 3 } };
  expect(mergeChanges(options, removed, older)).toBe(removed);
  expect(mergeChanges(options, older, removed).fields).toEqual({ lines: [] });
  expect(mergeChanges(options, removed, later).fields).toEqual({ lines: lines('a') });
});

test('a merged list is in the order of the one that was changed last, in both tabs', () => {
  const one = { fields: { lines: lines('a', 'b') }, times: { 'lines a': 1, 'lines b': 1 } };
  const other = { fields: { lines: lines('c', 'b', 'a') }, times: { 'lines a': 1, 'lines b': 1, 'lines c': 2 } };
  for (const merged of [mergeChanges(options, one, other), mergeChanges(options, other, one)])
    expect(merged.fields).toEqual({ lines: lines('c', 'b', 'a') });
});

test('the fields of a session change together', () => {
  const signedIn = { fields: { user: 'Asha', isAuthenticated: true }, times: { '': 1 } };
  const signedOut = { fields: { user: null, isAuthenticated: false }, times: { '': 2 } };
  for (const [mine, theirs] of [
    [signedIn, signedOut],
    [signedOut, signedIn],
  ] as const)
    expect(mergeChanges({ whole: true }, mine, theirs).fields).toEqual(signedOut.fields);
});
