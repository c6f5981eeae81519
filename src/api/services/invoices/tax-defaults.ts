import type { Db, Tx } from '#api/database/schema/engine.ts';
import type { Rate } from './calculate-tax.ts';

/** The tax of products that have none of their own; null where the owner has not set it. */
export interface TaxDefaults {
  gst_rate: Rate | null;
  hsn: string | null;
}

export async function readTaxDefaults(db: Db): Promise<TaxDefaults> {
  const row = await db.selectFrom('tax_setting').select(['gst_rate', 'hsn']).executeTakeFirst();
  return row ?? { gst_rate: null, hsn: null };
}

/** Changes the given defaults and keeps the others. */
export async function setTaxDefaults(tx: Tx, changes: Partial<TaxDefaults>): Promise<void> {
  const row = { ...(await readTaxDefaults(tx)), ...changes };
  await tx
    .insertInto('tax_setting')
    .values({ id: 1, ...row })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
    .execute();
}
