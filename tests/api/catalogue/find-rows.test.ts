import { expect, test } from 'vitest';
import { findRows } from '#api/services/columns/find-rows.ts';

/** Ids of 2000 products, of which one in `every` is missing, from `first` on. */
const idsWithGaps = (first: number, every: number) =>
  Uint32Array.from({ length: 2000 }, (_, i) => first + i).filter((id) => id % every !== 0);

test.for([
  { name: 'no ids are missing', ids: idsWithGaps(1, Number.POSITIVE_INFINITY) },
  { name: 'the first id is large', ids: idsWithGaps(90_000, Number.POSITIVE_INFINITY) },
  { name: 'some ids are missing', ids: idsWithGaps(7, 97) },
  { name: 'half of the ids are missing', ids: idsWithGaps(1, 2) },
  { name: 'most ids are missing', ids: Uint32Array.from([5, 900, 901, 40_000, 4_000_000]) },
  { name: 'there is one id', ids: Uint32Array.of(12) },
  { name: 'there are no ids', ids: new Uint32Array(0) },
])('rows are found in any order when $name', ({ ids }) => {
  const all = [...ids].toReversed();
  expect([...findRows(ids, all)]).toEqual(all.map((id) => ids.indexOf(id)));
  const unknown = [0, (ids[0] ?? 3) - 1, (ids.at(-1) ?? 3) + 1, 4_294_967_295];
  const wanted = all.flatMap((id) => [id, id + 1, ...unknown]);
  expect([...findRows(ids, wanted)]).toEqual(wanted.map((id) => ids.indexOf(id)).filter((row) => row >= 0));
});
