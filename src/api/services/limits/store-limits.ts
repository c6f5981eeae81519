import type { Db, Tx } from '#api/database/schema/engine.ts';
import { keepForWrite } from '#api/database/transaction-hooks.ts';
import { type LimitName, limitDefinitions, limitNames } from './store-limit-defaults.ts';

/** The effective value of every limit; null where there is no limit. Amounts are paise. */
export type StoreLimits = Record<LimitName, number | null>;

const limitsOf = (tx: Tx) => keepForWrite(tx, 'limits', (): { read?: Promise<StoreLimits> | undefined } => ({}));

/** Reads the limits once for a write. */
export function readLimitsOnce(tx: Tx): Promise<StoreLimits> {
  const kept = limitsOf(tx);
  kept.read ??= readLimits(tx);
  return kept.read;
}

/** Reads the limits: the owner's values, else the defaults. */
export async function readLimits(db: Db): Promise<StoreLimits> {
  const rows = await db.selectFrom('shop_limit').select(['name', 'value']).execute();
  return toLimits(new Map(rows.map(({ name, value }) => [name, value])));
}

function toLimits(ownValues: ReadonlyMap<string, number | null>): StoreLimits {
  const effective = (name: LimitName): number | null => {
    const value = ownValues.get(name);
    return value === undefined ? limitDefinitions[name].fallback : value;
  };
  return Object.fromEntries(limitNames.map((name) => [name, effective(name)])) as StoreLimits;
}

/** Sets limits; `null` turns one off, `undefined` restores the default. Amounts are paise. */
export async function setLimits(tx: Tx, changes: { [name in LimitName]?: number | null | undefined }): Promise<void> {
  limitsOf(tx).read = undefined;
  for (const [name, value] of Object.entries(changes)) {
    await tx.deleteFrom('shop_limit').where('name', '=', name).execute();
    if (value !== undefined) await tx.insertInto('shop_limit').values({ name, value }).execute();
  }
}
