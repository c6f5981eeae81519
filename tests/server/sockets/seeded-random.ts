/** Repeatable random choices. */
export interface Random {
  /** An integer from 0 to `limit` - 1. */
  below: (limit: number) => number;
  pick: <Item>(items: readonly Item[]) => Item;
  /** True with a probability of 1 in `times`. */
  once: (times: number) => boolean;
}

/** Seeded pseudo-random numbers (mulberry32). */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (limit: number): number => Math.floor(next() * limit);
  return { below, pick: (items) => items[below(items.length)] as (typeof items)[number], once: (times) => below(times) === 0 };
}
