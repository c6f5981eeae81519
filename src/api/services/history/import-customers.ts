import { insertInBatches, padToPowerOfTwo, takeExcluded } from '#api/database/row-batches.ts';
import type { Db, Tx } from '#api/database/schema/engine.ts';
import { isoNow } from '#lib/rules/durations.ts';
import { compareRows, type HistoryCounts, type HistoryOptions, type HistorySummary, importHistory } from './import-history.ts';
import { type ImportedCustomer, readCustomers } from './read-customers.ts';

const readStored = async (db: Db | Tx, contacts: readonly string[]) => {
  const rows = await db.selectFrom('imported_customer').selectAll().where('contact', 'in', padToPowerOfTwo(contacts)).execute();
  return new Map(rows.map(({ id: _, imported_at: __, ...row }) => [row.contact, row]));
};

/** A consent keeps the time at which it was first known here. */
const withConsentTime = (customer: ImportedCustomer, stored: ImportedCustomer | undefined, now: string): ImportedCustomer => ({
  ...customer,
  consent_at: customer.consent_source === null ? null : (customer.consent_at ?? stored?.consent_at ?? now),
});

async function storeCustomers(db: Db | Tx, batch: readonly ImportedCustomer[], dryRun: boolean): Promise<HistoryCounts> {
  const stored = await readStored(
    db,
    batch.map(({ contact }) => contact),
  );
  const now = isoNow();
  const customers = batch.map((customer) => withConsentTime(customer, stored.get(customer.contact), now));
  const { counts, changed } = compareRows(customers, stored, ({ contact }) => contact);
  if (dryRun) return counts;
  await insertInBatches(changed, (rows) =>
    db
      .insertInto('imported_customer')
      .values(rows)
      .onConflict((conflict) =>
        conflict.column('contact').doUpdateSet(takeExcluded(Object.keys(rows[0] ?? {}) as (keyof ImportedCustomer)[])),
      )
      .execute(),
  );
  return counts;
}

/**
 * Imports the customers of a former shop. They are records for the owner: nobody can sign in by them, no message is sent, and customers of
 * this shop stay as they are. Of rows with one contact the first counts, and a consent only if all of them have it. Throws `NotAnExport`.
 */
export function importCustomers(db: Db, file: string, options: HistoryOptions = {}): Promise<HistorySummary> {
  const refusals = new Map<string, { email: boolean; sms: boolean }>();
  const withRefusals = (customer: ImportedCustomer): ImportedCustomer => {
    const refusal = refusals.get(customer.contact);
    if (!refusal) return customer;
    const accepts = {
      accepts_email: refusal.email ? 0 : customer.accepts_email,
      accepts_sms: refusal.sms ? 0 : customer.accepts_sms,
    };
    const none = accepts.accepts_email === 0 && accepts.accepts_sms === 0;
    return { ...customer, ...accepts, ...(none && { consent_source: null, consent_at: null }) };
  };
  return importHistory(
    db,
    {
      read: () => readCustomers(file),
      onRepeated: ({ accepts_email, accepts_sms }, key) => {
        const before = refusals.get(key);
        refusals.set(key, {
          email: before?.email || accepts_email === 0,
          sms: before?.sms || accepts_sms === 0,
        });
        return undefined;
      },
      store: (store, batch, dryRun) => storeCustomers(store, batch.map(withRefusals), dryRun),
    },
    options,
  );
}
