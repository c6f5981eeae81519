import type { Db } from '#api/database/schema/engine.ts';
import { write } from '#api/database/transaction.ts';
import { isProven } from '#api/services/accounts/proven-contact.ts';
import { recordAudit } from '#api/services/audit.ts';
import { countAttempt, peekRateLimit } from '#api/services/limits/enforce-rate-limits.ts';
import { notifyOwnerOfAddressLimit } from '#api/services/orders/owner-mails.ts';
import type { Shopper } from '#api/services/sessions/sessions.ts';
import { readSettings } from '#api/services/store/settings.ts';
import { CodRateReached } from './cod-limits.ts';
import type { CheckoutOrigin } from './limit-keys.ts';

/** Audits that proven buyers reached a limit of a delivery address, and mails the owner: each limit at most once a day. */
async function reportAddressLimit(db: Db, { name, max }: CodRateReached['limit']): Promise<void> {
  const subject = { account: name };
  if (await peekRateLimit(db, 'addressLimitReport', subject)) return;
  await write(db, async (tx) => {
    if (await countAttempt(tx, 'addressLimitReport', subject)) return;
    await recordAudit(tx, { actor: 'system', action: 'cod-limit', subject: name, detail: { max } });
    await notifyOwnerOfAddressLimit(tx, await readSettings(tx), { name, max });
  });
}

/**
 * Runs a checkout and tells the owner when it is refused because proven buyers reached a limit of a delivery address: many people may share
 * one, as in a hostel or an office. The refusal has been rolled back by then.
 */
export async function withAddressLimitReported<Result>(
  db: Db,
  { shopper, origin }: { shopper: Shopper; origin: CheckoutOrigin },
  checkOut: () => Promise<Result>,
): Promise<Result> {
  try {
    return await checkOut();
  } catch (error) {
    const isReported = error instanceof CodRateReached && error.limit.of === 'address' && error.limit.max > 0;
    if (isReported && isProven(shopper, origin.provenBy)) await reportAddressLimit(db, error.limit);
    throw error;
  }
}
