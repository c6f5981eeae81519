import { createSession } from '#api/services/sessions/sessions.ts';
import { isoNow } from '#lib/rules/durations.ts';
import { newMobile, openSendingShop } from './accounts.ts';
import type { TestShop } from './test-store.ts';

/** Shops in which a buyer proves a phone number, and, where no texts are sent, an email address. */
export const provingShops = [
  ['with texts', 'phone_verified_at', () => openSendingShop()],
  ['without texts', 'email_verified_at', () => openSendingShop({ sms: undefined as never })],
] as const;

/** Adds signed-in customers who have verified only `proven`, or nothing; returns their tokens. */
export const addBuyers = (
  shop: TestShop,
  count: number,
  proven?: 'phone_verified_at' | 'email_verified_at',
  phone: () => string = newMobile,
): Promise<string[]> =>
  shop.change(async (tx) => {
    const tokens: string[] = [];
    for (let i = 0; i < count; i++) {
      const phone_number = phone();
      const name = { firstname: 'Asha', lastname: 'Rao', email: `${newMobile()}@example.com` };
      const row = { ...name, phone_number, created_at: isoNow(), ...(proven && { [proven]: isoNow() }) };
      const { id } = await tx.insertInto('customer').values(row).returning('id').executeTakeFirstOrThrow();
      tokens.push(await createSession(tx, id));
    }
    return tokens;
  });
