import type { Db } from '#api/database/schema/engine.ts';
import { normaliseGstin } from '#api/services/invoices/gstin.ts';
import { readTaxDefaults } from '#api/services/invoices/tax-defaults.ts';
import { readSettings } from '#api/services/store/settings.ts';
import type { Finding } from './finding.ts';

/** Checks that invoices of the store's own products can be tax invoices once it has given a GSTIN. */
export async function checkTax(db: Db): Promise<Finding[]> {
  const check = 'invoices';
  const stored = (await readSettings(db)).legal?.gstin;
  if (!stored) return [];
  if (!normaliseGstin(stored)) {
    const finding = `"${stored}" is no valid GSTIN, so that orders get a bill of supply instead of a tax invoice`;
    return [{ check, state: 'note', finding, fix: 'Set it: store theme set legal.gstin=…' }];
  }
  const { gst_rate } = await readTaxDefaults(db);
  if (gst_rate !== null) return [{ check, state: 'good', finding: 'Orders get a tax invoice' }];
  const without = await db
    .selectFrom('product')
    .select('slug')
    .where('active', '=', 1)
    .where('gst_rate', 'is', null)
    .limit(1)
    .executeTakeFirst();
  if (!without) return [{ check, state: 'good', finding: 'Orders get a tax invoice' }];
  const finding = `${without.slug} has no GST rate, so that its orders get a bill of supply instead of a tax invoice`;
  return [{ check, state: 'note', finding, fix: 'Set a default: store tax set gst_rate=5; or import a column "GST Rate"' }];
}
