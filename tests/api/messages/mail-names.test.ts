import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sanitiseMailName, stripLinks } from '#api/services/messages/sanitise-mail-text.ts';
import { SITE_URL } from '#api/services/messages/site-url-placeholder.ts';
import { registerCall } from '#lib/contract/sign-up.ts';
import { messagesTo, newMobile, openSendingShop, signUpBody } from '#tests/support/store/accounts.ts';
import { makeCustomers } from '#tests/support/store/concurrent-calls.ts';
import { customerOf } from '#tests/support/store/customer.ts';
import { address } from '#tests/support/store/delivery-address.ts';
import type { TestShop } from '#tests/support/store/test-store.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openSendingShop();
});
afterAll(() => shop.close());

const mailTo = async (email: string): Promise<{ text: string; html: string }> =>
  JSON.parse((await messagesTo(shop, email))[0]?.body ?? '{}');
const bodyTo = async (email: string): Promise<string> => (await mailTo(email)).text;

describe('a mail to an unverified address', () => {
  test.each([
    ['you won! http://evil.example/claim'],
    ['see evil.example'],
    ['www.evil.example'],
    ['ＥＶＩＬ．example'],
    ['evil。example'],
    ['t.me/claim'],
    ['@evil_shop'],
    ['call 98765 43210'],
    ['a1.2.3.4'],
    ['mailto:a@b.co'],
    ['<b>Asha</b>'],
    ['Asha\u2028http'],
  ])('uses no greeting by name for "%s"', async (firstname) => {
    const email = `p${newMobile()}@example.com`;
    await shop.succeed(registerCall, { body: signUpBody({ email, firstname }) });
    const text = await bodyTo(email);
    expect(text).toMatch(/^Dear customer,\n/);
    expect(text).not.toContain('evil');
  });

  test.each([
    ['Asha', 'Asha'],
    ["D'Souza", "D'Souza"],
    ['Mary-Ann', 'Mary-Ann'],
    ['A.P.J.', 'A. P. J.'],
    ['J.Kumar', 'J. Kumar'],
    ['St. John', 'St. John'],
    ['आशा', 'आशा'],
    ['ശ്രീജ', 'ശ്രീജ'],
    ['José', 'José'],
    ['நித்யா', 'நித்யா'],
  ])('greets %s by name', (name, greeted) => {
    expect(sanitiseMailName(name)).toBe(greeted);
  });

  test('about an order has no link in name or address', async () => {
    const lamp = await shop.add({ name: 'Lamp', category: 'Home', price: 50_000, stock: 10 });
    const [token = ''] = await makeCustomers(shop, 1, () => [{ product_id: lamp.id, quantity: 1 }]);
    const email = 'stranger@example.com';
    const evil = { firstname: 'evil.example', lastname: 'http://evil.example', city: 'www.evil.example' };
    await customerOf(shop, token).buy('500.00', {
      address: { ...address, ...evil, email, address: 'Claim at https://evil.example/x now, or me@evil.example' },
    });
    const { text, html } = await mailTo(email);
    for (const part of [text, html]) {
      expect(part).toContain('Dear customer,');
      expect(part.replaceAll(`${SITE_URL}/my-account/orders`, '').replaceAll('@media', '')).not.toMatch(
        /:\/\/|www\.|@|evil\.example/,
      );
    }
  });
});

test('an address keeps its numbers, initials and punctuation', () => {
  expect(stripLinks('To: 12/3, 2nd Cross, M.G. Road, Flat 4.5, 560001')).toBe(
    'To: 12/3, 2nd Cross, M. G. Road, Flat 4.5, 560001',
  );
});
