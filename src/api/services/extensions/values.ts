import type { Db } from '#api/database/schema/engine.ts';
import { write } from '#api/database/transaction.ts';
import { isoNow } from '#lib/rules/durations.ts';

/** Most characters of a key, and of a value as JSON. */
const [MAX_VALUE_KEY, MAX_VALUE_LENGTH] = [200, 65_536];

/** Most values of one extension. */
const MAX_EXTENSION_VALUES = 1000;

/** Small values of an extension, kept in the shop's database and in its backups. Other extensions do not see them. */
export interface ExtensionValues {
  /** The value of a key; undefined if it has none. */
  get: (key: string) => Promise<unknown>;
  /**
   * Replaces the value of a key by anything that JSON can hold, of at most 65,536 characters; undefined removes it. Keys have at most 200 characters, and there are
   * at most 1,000. Throws a `RangeError` beyond.
   */
  set: (key: string, value: unknown) => Promise<void>;
}

/** Opens the values of one owner, such as `job rates`. */
export function openValues(db: Db, owner: string): ExtensionValues {
  return {
    get: async (key) => {
      const row = await db
        .selectFrom('extension_value')
        .select('value')
        .where('owner', '=', owner)
        .where('key', '=', key)
        .executeTakeFirst();
      return row && JSON.parse(row.value);
    },
    set: async (key, value) => {
      // NUL is no text for PostgreSQL.
      if (key.length > MAX_VALUE_KEY || key.includes('\0')) throw new RangeError(`A key has at most ${MAX_VALUE_KEY} characters`);
      const text = JSON.stringify(value) as string | undefined;
      if (text !== undefined && text.length > MAX_VALUE_LENGTH)
        throw new RangeError(`A value has at most ${MAX_VALUE_LENGTH} characters as JSON`);
      await write(db, async (tx) => {
        if (text === undefined) {
          await tx.deleteFrom('extension_value').where('owner', '=', owner).where('key', '=', key).execute();
          return;
        }
        const row = { value: text, updated_at: isoNow() };
        await tx
          .insertInto('extension_value')
          .values({ owner, key, ...row })
          .onConflict((conflict) => conflict.columns(['owner', 'key']).doUpdateSet(row))
          .execute();
        const { count } = await tx
          .selectFrom('extension_value')
          .select((eb) => eb.fn.countAll<number>().as('count'))
          .where('owner', '=', owner)
          .executeTakeFirstOrThrow();
        if (Number(count) > MAX_EXTENSION_VALUES) throw new RangeError(`An extension has at most ${MAX_EXTENSION_VALUES} values`);
      });
    },
  };
}
