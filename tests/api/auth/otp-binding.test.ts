import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createToken, hashToken } from '#api/services/sessions/tokens.ts';
import { forgetLimits, newMobile } from '#tests/support/store/accounts.ts';
import { from, home, strangers, visit } from '#tests/support/store/client-headers.ts';
import { openShop, signUp, type TestShop } from '#tests/support/store/test-store.ts';

let shop: TestShop;

beforeAll(async () => {
  shop = await openShop({ siteUrl: 'https://shop.example' });
});
afterAll(() => shop.close());
beforeEach(() => forgetLimits(shop));

const otherThan = (otp = '') => (otp === '000000' ? '000001' : '000000');

const calls = [
  ['checkout', 'send', 'verify'],
  ['login', 'sendLogin', 'verifyLogin'],
] as const;

/** What the owner's client sends back with the code. */
type Kept = { body: { otp_request?: string }; headers: Record<string, string> };
type Sent = Awaited<ReturnType<typeof visit>>;

const clients: [string, (sent: Sent) => Kept][] = [
  [
    'a page without cookies',
    ({ data }) => ({ body: data.otp_request ? { otp_request: data.otp_request } : {}, headers: from(home) }),
  ],
  ['a browser with the cookie only', ({ device }) => ({ body: {}, headers: from(home, { device }) })],
  [
    'a browser with both',
    ({ data, device }) => ({ body: data.otp_request ? { otp_request: data.otp_request } : {}, headers: from(home, { device }) }),
  ],
];

const attacks: [
  string,
  (send: 'send' | 'sendLogin', verify: 'verify' | 'verifyLogin', mobile: string, otp: string) => Promise<unknown>,
][] = [
  [
    'enter wrong codes',
    (_, verify, mobile, otp) =>
      Promise.all(strangers(4).map((address) => visit(shop, verify, { mobile, otp: otherThan(otp) }, from(address)))),
  ],
  [
    'ask for codes',
    (send, _, mobile) => Promise.all(strangers(4).map((address) => visit(shop, send, { mobile }, from(address)))),
  ],
  [
    'enter wrong codes with values of their own',
    (_, verify, mobile, otp) =>
      Promise.all(
        strangers(4).map((address) => {
          const body = { mobile, otp: otherThan(otp), otp_request: createToken() };
          return visit(shop, verify, body, from(address, { device: createToken() }));
        }),
      ),
  ],
];

describe.each(calls)('a code for %s', (_, send, verify) => {
  describe.each(clients)('asked by %s', (_name, keep) => {
    test.each(attacks)('works while others %s', async (_attack, attack) => {
      const mobile = newMobile();
      await signUp(shop, mobile);
      const sent = await visit(shop, send, { mobile }, from(home));
      const kept = keep(sent);
      await attack(send, verify, mobile, sent.data.otp ?? '');
      expect((await visit(shop, verify, { mobile, otp: sent.data.otp, ...kept.body }, kept.headers)).status).toBe(200);
      expect((await visit(shop, verify, { mobile, otp: sent.data.otp, ...kept.body }, kept.headers)).status).toBe(422);
    });

    test('works while others do all of that at the same moment', async () => {
      const mobile = newMobile();
      await signUp(shop, mobile);
      const sent = await visit(shop, send, { mobile }, from(home));
      const kept = keep(sent);
      const otp = sent.data.otp ?? '';
      const [entered] = await Promise.all([
        visit(shop, verify, { mobile, otp, ...kept.body }, kept.headers),
        ...attacks.map(([, attack]) => attack(send, verify, mobile, otp)),
      ]);
      expect(entered.status).toBe(200);
    });

    test('replaces the earlier one when it is sent again, and works nowhere else', async () => {
      const mobile = newMobile();
      await signUp(shop, mobile);
      const kept = keep(await visit(shop, send, { mobile }, from(home)));
      const again = await visit(shop, send, { mobile, ...kept.body }, kept.headers);
      const { otp } = again.data;
      const others: [object, Record<string, string>][] = [
        [{}, from(home)],
        [{ otp_request: createToken() }, from(home)],
        [{}, from('100.64.3.3', { device: createToken() })],
      ];
      for (const [body, headers] of others) {
        const first = await visit(shop, verify, { mobile, otp, ...body }, headers);
        expect(first.status).toBe(422);
      }
      expect((await visit(shop, verify, { mobile, otp, ...kept.body }, kept.headers)).status).toBe(200);
    });

    test('expires with its third wrong try', async () => {
      const mobile = newMobile();
      await signUp(shop, mobile);
      const sent = await visit(shop, send, { mobile }, from(home));
      const kept = keep(sent);
      for (let i = 0; i < 3; i++)
        await visit(shop, verify, { mobile, otp: otherThan(sent.data.otp), ...kept.body }, kept.headers);
      expect((await visit(shop, verify, { mobile, otp: sent.data.otp, ...kept.body }, kept.headers)).status).toBe(422);
    });
  });

  test('asked by a client that sends neither works without, once, for all that hold it', async () => {
    const mobile = newMobile();
    await signUp(shop, mobile);
    const { data } = await visit(shop, send, { mobile }, from(home));
    const entered = [{}, { otp_request: data.otp_request }].map((body) =>
      visit(shop, verify, { mobile, otp: data.otp, ...body }, from(home)),
    );
    const statuses = (await Promise.all(entered)).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([200, 422]);
  });
});

describe('a device token', () => {
  const knownDevices = async (mobile: string) =>
    shop.store.db
      .selectFrom('known_device')
      .innerJoin('customer', 'customer.id', 'known_device.customer_id')
      .select(['customer_id', 'device_hash'])
      .where('phone_number', '=', mobile)
      .execute();

  test.each([
    ['an unsigned one', () => createToken()],
    ['one with another signature', () => `${createToken()}.${createToken()}`],
    ['one that is cut', () => 'x'.repeat(20)],
  ])('that a browser was given by others, %s, is replaced', async (_, make) => {
    const mobile = newMobile();
    const planted = make();
    const sent = await visit(shop, 'send', { mobile }, from(home, { device: planted }));
    expect(sent.device).not.toBe('');
    expect(sent.device).not.toContain(planted);
    const body = { mobile, otp: sent.data.otp, otp_request: sent.data.otp_request };
    const { device } = await visit(shop, 'verify', body, from(home, { device: planted }));
    expect(device).not.toContain(planted);
    const rows = await knownDevices(mobile);
    expect(rows.map(({ device_hash }) => device_hash)).not.toContain(hashToken(`${rows[0]?.customer_id}:${planted}`));
  });
});
