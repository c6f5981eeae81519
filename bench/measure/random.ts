/** Returns a pseudo-random integer from 0 to `limit` - 1, the same for the same seed. */
export const scatter = (seed: number, limit: number): number => (Math.imul(seed + 1, 0x9e3779b1) >>> 8) % limit;

/** Returns a random item. */
export const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(Math.random() * items.length)] as Item;

/** True with this probability (0 to 1). */
export const chance = (probability: number): boolean => Math.random() < probability;
