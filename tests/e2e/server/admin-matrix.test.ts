import { beforeAll, describe, expect, inject, test } from 'vitest';
import { toCsrfToken } from '#admin/server/csrf.ts';
import type { Tx } from '#api/database/schema/engine.ts';
import { write } from '#api/database/transaction.ts';
import { setOrderStatus } from '#api/services/orders/change-status.ts';
import { hashToken } from '#api/services/sessions/tokens.ts';
import { deleteStaffSession } from '#api/services/staff/staff-sessions.ts';
import { STAFF_SESSION_IDLE_HOURS } from '#lib/contract/lifetimes.ts';
import { failure } from '#lib/contract/messages/failures.ts';
import { ORDER_CONFIRMED } from '#lib/contract/order-status.ts';
import { type RawRequest, type RawResponse, sendRaw, sessionCookie } from '#tests/support/admin/http.ts';
import { pagesOf } from '#tests/support/admin/page-examples.ts';
import { addSignedInStaff } from '#tests/support/admin/staff.ts';
import { apiReply, createCustomer } from '#tests/support/browser/customer.ts';
import { placeOrder } from '#tests/support/browser/place-order.ts';
import { newDataDir, openRecords, type RunningShop, startShop } from '#tests/support/browser/shop-server.ts';
import { present } from '#tests/support/present.ts';
import { useShop } from '#tests/support/shop-test.ts';

const { shop } = await useShop(startShop(newDataDir(inject('smallTemplate'))));
let world: { orderNumber: string; messageId: string };
/** Words of a customer's order, which a stranger must not read. */
let marks: string[];
let owner: string;
let packer: string;
let shopper: string;

const message = {
  firstname: 'Meera',
  lastname: 'Iyer',
  email: 'meera@mail.example',
  phone_number: '9876500000',
  subject: 'A question',
  message: 'When does my order come?',
  subscribe: false,
};

async function change<Result>(at: RunningShop, work: (tx: Tx) => Promise<Result>): Promise<Result> {
  const db = await openRecords(at);
  return write(db, work).finally(() => db.destroy());
}

const newStaff = (role: 'owner' | 'packer', at = shop): Promise<string> => change(at, (tx) => addSignedInStaff(tx, role));

beforeAll(async () => {
  const session = await createCustomer(shop);
  shopper = session.token;
  const [order] = await placeOrder(shop, session, [{ slug: 'long-wallet' }]);
  const { customer } = session;
  world = { orderNumber: present(order).order_number, messageId: '1' };
  await change(shop, (tx) => setOrderStatus(tx, world.orderNumber, ORDER_CONFIRMED));
  await apiReply(shop, '/contact', message);
  marks = [customer.lastname, customer.email, customer.phone_number, 'Lake View', world.orderNumber];
  [owner, packer] = [await newStaff('owner'), await newStaff('packer')];
}, 120_000);

const pages = pagesOf({ orderNumber: '{order}', messageId: '{message}' });
/** Those that show a page; the others are a script and a manifest. */
const shown = pages.filter(({ path }) => !/\.(?:js|webmanifest)$/.test(path));
const guarded = shown.filter(({ access }) => access !== 'anyone');
const pathOf = (path: string): string =>
  path
    .replace(encodeURIComponent('{order}'), world.orderNumber)
    .replace('{order}', world.orderNumber)
    .replace('{message}', world.messageId);

const ask = (path: string, request: Partial<RawRequest> = {}, at = shop): Promise<RawResponse> =>
  sendRaw(at.url, { ...request, path: pathOf(path) });

/** Cookies that a response sets, by their name. */
const cookiesOf = ({ headers }: RawResponse): string[] => headers['set-cookie'] ?? [];

/** What holds for every response of the admin pages. */
function expectSafeHeaders(response: RawResponse): void {
  const { headers } = response;
  expect(headers['cache-control']).toBe('no-store');
  expect(headers['x-content-type-options']).toBe('nosniff');
  expect(headers['x-robots-tag']).toContain('noindex');
  expect(['no-referrer', 'same-origin']).toContain(headers['referrer-policy']);
  if (headers['content-type']?.startsWith('text/html')) {
    const policy = String(headers['content-security-policy']);
    for (const part of ["default-src 'none'", "frame-ancestors 'none'", "base-uri 'none'", "form-action 'self'"])
      expect(policy).toContain(part);
    expect(policy).not.toMatch(/unsafe-|\*|http:/);
  }
  for (const cookie of cookiesOf(response)) {
    expect(cookie).toMatch(/^__Host-staff/);
    for (const attribute of ['HttpOnly', 'Secure', 'SameSite=Strict', 'Path=/']) expect(cookie).toContain(attribute);
    expect(cookie).not.toMatch(/Domain=/i);
  }
}

function expectNoData(response: RawResponse): void {
  expectSafeHeaders(response);
  const said = response.body + JSON.stringify(response.headers);
  // The address that was asked for is no data of the shop's.
  const text = said
    .replaceAll(encodeURIComponent(`/orders/${world.orderNumber}`), '')
    .replaceAll(`/orders/${world.orderNumber}`, '')
    .replaceAll(new RegExp(`order(?:=|%3D)${world.orderNumber}`, 'g'), '');
  for (const mark of marks) expect(text).not.toContain(mark);
}

/** Only the cookie that ties a stranger's form to the browser, and the end of a session that is over. */
function expectNoSession(response: RawResponse): void {
  for (const cookie of cookiesOf(response)) expect(cookie).toMatch(/^__Host-staff(-form=[\w-]{36};|=deleted;|=;)/);
}

/** Tokens of browsers that must see no page. */
const strangers: [string, () => Promise<string | undefined>][] = [
  ['nobody', async () => undefined],
  ['a shopper’s token in the cookie', async () => shopper],
  ['a made-up token', async () => 'A'.repeat(43)],
  ['a malformed token', async () => "' OR 1=1 --"],
  [
    'an ended session',
    async () => {
      const token = await newStaff('owner');
      await change(shop, (tx) => deleteStaffSession(tx, token));
      return token;
    },
  ],
  [
    'an idle session',
    async () => {
      const token = await newStaff('owner');
      const last_used_at = new Date(Date.now() - (STAFF_SESSION_IDLE_HOURS * 60 + 1) * 60_000).toISOString();
      await change(shop, (tx) =>
        tx.updateTable('staff_session').set({ last_used_at }).where('token_hash', '=', hashToken(token)).execute(),
      );
      return token;
    },
  ],
];

describe.each(strangers)('%s', (_, makeToken) => {
  test.each(guarded)('gets no $pattern', async ({ path }) => {
    const token = await makeToken();
    const headers = token ? sessionCookie(token) : {};
    const response = await ask(path, { headers });
    expect([response.status, response.headers.location]).toEqual([303, `/admin/sign-in?to=${encodeURIComponent(pathOf(path))}`]);
    expectNoData(response);
    expectNoSession(response);
  });

  test.each(guarded)('sends no form to $pattern, which waits for a sign-in', async ({ path }) => {
    const token = await makeToken();
    const headers = { origin: shop.url, ...(token && sessionCookie(token)) };
    const response = await ask(path, { headers, form: { csrf: 'x', action: 'x', word: 'kept' } });
    expect(response.status).toBe(200);
    expect(response.body).toContain('kept');
    expect(response.body).toContain('Sign in');
    expectNoData(response);
    expectNoSession(response);
  });
});

describe('a packer', () => {
  test.each(guarded)('gets $pattern if it is for packers', async ({ path, access }) => {
    const response = await ask(path, { headers: sessionCookie(packer) });
    expect(response.status).toBe(access === 'packer' ? 200 : 403);
    if (access === 'owner') expectNoData(response);
    else expectSafeHeaders(response);
  });

  test.each(guarded.filter(({ access }) => access === 'owner'))('sends no form to $pattern', async ({ path }) => {
    const csrf = toCsrfToken(packer);
    const headers = { origin: shop.url, ...sessionCookie(packer) };
    const response = await ask(path, { headers, form: { csrf, action: 'x' } });
    expect(response.status).toBe(403);
    expectNoData(response);
  });
});

test.each(shown)('an owner gets $pattern, with safe headers', async ({ pattern, path }) => {
  const response = await ask(path, { headers: sessionCookie(owner) });
  if (pattern === '/[...path]') expect(response.status).toBe(404);
  // Without a link there is nothing to set up.
  else if (pattern === '/setup') expect(response.status).toBe(422);
  else expect([200, 303]).toContain(response.status);
  expectSafeHeaders(response);
  expect(cookiesOf(response)).toEqual([]);
});

/** Requests that a form of another site, or an old one, may send. */
const forgeries: [string, (path: string) => Promise<RawRequest>][] = [
  [
    'from a foreign origin',
    async (path) => ({ path, headers: { origin: 'https://evil.example' }, form: { csrf: toCsrfToken(owner) } }),
  ],
  [
    'from the shop’s name with another port',
    async (path) => ({ path, headers: { origin: 'http://127.0.0.1:1' }, form: { csrf: toCsrfToken(owner) } }),
  ],
  ['without an origin', async (path) => ({ path, form: { csrf: toCsrfToken(owner) } })],
  ['from a sandboxed frame', async (path) => ({ path, headers: { origin: 'null' }, form: { csrf: toCsrfToken(owner) } })],
  ['without a CSRF token', async (path) => ({ path, headers: { origin: shop.url }, form: {} })],
  ['with an empty CSRF token', async (path) => ({ path, headers: { origin: shop.url }, form: { csrf: '' } })],
  [
    'with the CSRF token of another session',
    async (path) => ({ path, headers: { origin: shop.url }, form: { csrf: toCsrfToken(await newStaff('owner')) } }),
  ],
  [
    'with the CSRF token of a packer',
    async (path) => ({ path, headers: { origin: shop.url }, form: { csrf: toCsrfToken(packer) } }),
  ],
];

describe.each(forgeries)('a form %s', (_, forge) => {
  test.each(shown)('is refused by $pattern', async ({ path }) => {
    const { headers, form } = await forge(path);
    const response = await ask(path, {
      headers: { ...headers, ...sessionCookie(owner) },
      form: { ...form, action: 'x', form_id: crypto.randomUUID() },
    });
    expect(response.status).toBe(403);
    expectNoData(response);
  });

  test('is refused with a page that leads back to it', async () => {
    const path = '/admin/orders?tab=to_pack';
    const { headers, form } = await forge(path);
    const sent = { ...headers, ...sessionCookie(owner), accept: 'text/html,*/*' };
    const response = await ask(path, { headers: sent, form: { ...form, action: 'confirm', form_id: crypto.randomUUID() } });
    expect(response.status).toBe(403);
    expect(response.headers['content-type']).toContain('text/html');
    expect(response.body).toMatch(/This form (?:was sent from another site|is no longer valid)\./);
    expect(response.body).toMatch(/<a[^>]+href="\/admin\/orders\?tab=to_pack"/);
    expectSafeHeaders(response);
  });
});

test.each(pages)('a method that is none of a page is refused by $pattern', async ({ path }) => {
  for (const method of ['PUT', 'DELETE', 'PATCH', 'OPTIONS']) {
    const response = await ask(path, { method, headers: { origin: shop.url, ...sessionCookie(owner) } });
    expect([method, response.status]).toEqual([method, 405]);
  }
});

test('a link from a webmail gets a page that loads itself again, because its browser sends no strict cookie', async () => {
  const response = await ask('/admin', { headers: { 'sec-fetch-site': 'cross-site' } });
  expect(response.status).toBe(200);
  expect(response.body).toContain('http-equiv="refresh"');
  expectNoData(response);
});

test.for([
  ['/orders?pincode=abc&tab=to_pack', 'pincode “abc”'],
  ['/orders?pincode=560%20001', undefined],
  ['/orders?from=2026-02-31', 'from “2026-02-31”'],
  ['/orders?tab=everything&seller=Meena', 'tab “everything”'],
  [`/orders?text=${'a'.repeat(300)}`, 'text “aaa'],
  ['/orders?done=99999999999999999999', undefined],
  [`/cod?before=${'a'.repeat(100)}`, 'before “aaa'],
  [`/refunds?before=${'a'.repeat(400)}`, 'before “aaa'],
  [`/pack?order=${'a'.repeat(400)}`, 'order “aaa'],
  [`/orders/new?q=${'a'.repeat(200)}`, undefined],
] as const)('the address %s shows a page, and says what it leaves out', async ([path, said]) => {
  const { status, body } = await ask(`/admin${path}`, { headers: sessionCookie(owner) });
  expect(status).toBe(200);
  if (said) expect(body).toContain(`Left out what cannot be looked for: ${said}`);
  else expect(body).not.toContain('Left out');
});

test('a page at an address of which browsers keep no cookie says so', async () => {
  const host = '192.168.1.5:4321';
  const origin = `http://${host}`;
  const needs = 'Your browser keeps no sign-in at this address.';
  expect((await ask('/admin/sign-in', { headers: { host } })).body).toContain(needs);
  expect((await ask('/admin/sign-in')).body).not.toContain(needs);
  const sent = await ask('/admin/sign-in', { method: 'POST', headers: { host, origin }, form: { csrf: '', action: 'sign-in' } });
  expect(sent).toMatchObject({ status: 403, body: expect.stringContaining(needs) });
});

test('the part of a list that a packer may not see is left out', async () => {
  for (const query of ['tab=all', 'payment=cod', 'seller=1']) {
    const { status, body } = await ask(`/admin/orders?${query}`, { headers: sessionCookie(packer) });
    expect(status).toBe(200);
    expect(body).toContain(failure.ownersOnly);
  }
});

test('an order that no number can name is not found', async () => {
  for (const page of ['', '/edit', '/refund'])
    expect(await ask(`/admin/orders/${'a'.repeat(100)}${page}`, { headers: sessionCookie(owner) })).toMatchObject({
      status: 404,
    });
});

/** Spellings of the address of an admin page that a server might normalise after it has decided whose it is. */
const spellings = [
  '/x/../admin',
  '/./admin',
  '//admin',
  '/admin/',
  '/%61dmin',
  '/admin%2f',
  '/%2e/admin',
  '/x/%2e%2e/admin',
  '/ADMIN',
  '/admin;x',
  '\\admin',
  '/admin?x=/shop',
  '/admin/../admin',
  '/shop/../admin/',
];
const trusting = { 'x-admin-host': '1' };

test.each(spellings)('%s shows a stranger nothing, and nothing without the headers of the admin pages', async (path) => {
  for (const headers of [{}, trusting, sessionCookie(owner), { ...trusting, ...sessionCookie(owner) }]) {
    const response = await ask(path, { headers });
    const isAdmin = /Sign out|csrf/.test(response.body);
    if (isAdmin) expectSafeHeaders(response);
    if (!('cookie' in headers)) expect(response.body).not.toContain(world.orderNumber);
  }
});

/** Whether nothing is there: admin pages answer 404 by themselves, other addresses lead to the page that says so. */
const isAbsent = ({ status, headers }: RawResponse): boolean =>
  status === 404 || status === 400 || headers.location?.endsWith('/404') === true;

/** Asks a host that has no admin for each page in whatever spelling, and for calls, as a member of staff with this session. */
async function expectNothing(at: RunningShop, token: string, calls: readonly string[]): Promise<void> {
  const keys = { 'x-app-key': 'demo-key', authorization: `Bearer ${token}` };
  for (const path of [...pages.map((page) => page.path), ...spellings, ...calls])
    for (const headers of [sessionCookie(token), { ...trusting, ...sessionCookie(token) }]) {
      const response = await ask(path, { headers: { ...headers, ...keys } }, at);
      const status = /^\/(api\/)?admin([/?]|$)/.test(path) ? 404 : response.status;
      expect([path, response.status, isAbsent(response)]).toEqual([path, status, true]);
      expect(response.body).not.toMatch(/csrf|Sign out|signed_in_at/);
    }
}

describe('with ADMIN=off', async () => {
  const { shop: other } = await useShop(startShop(newDataDir(inject('smallTemplate')), { ADMIN: 'off' }));

  test('no page and no call exists, in whatever spelling', async () => {
    const calls = ['/api/admin/self', '/api/admin/openapi.json'];
    await expectNothing(other, await newStaff('owner', other), calls);
  });
});

describe('with ADMIN_URL', async () => {
  const settings = { ADMIN_URL: 'http://admin.localhost' };
  const { shop: other } = await useShop(startShop(newDataDir(inject('smallTemplate')), settings));
  const token = await newStaff('owner', other);
  const host = { host: 'admin.localhost' };

  test('the host of the shop has no page and no call of the admin', async () => {
    await expectNothing(other, token, ['/api/admin/self', '/api/%61dmin/self', '/api/x/../admin/self']);
  });

  test('its own host has the pages and nothing of the shop', async () => {
    const page = await ask('/admin', { headers: { ...host, ...sessionCookie(token) } }, other);
    expect(page.status).toBe(200);
    expectSafeHeaders(page);
    for (const path of [
      '/shop',
      '/cart',
      '/checkout',
      '/sitemap.xml',
      '/api/get-products',
      '/api/store-info',
      '/products/long-wallet',
    ]) {
      const response = await ask(path, { headers: { ...host, 'x-app-key': 'demo-key' } }, other);
      expect([path, response.status]).toEqual([path, 404]);
    }
  });

  test('a form needs the origin of the admin’s host', async () => {
    const form = { csrf: toCsrfToken(token), action: 'x' };
    const send = async (origin: string) =>
      (await ask('/admin', { headers: { ...host, ...sessionCookie(token), origin }, form }, other)).status;
    expect(await send(other.url)).toBe(403);
    expect(await send('https://admin.localhost')).toBe(403);
    expect([200, 400]).toContain(await send('http://admin.localhost'));
  });
});

describe('behind a proxy that ends TLS', async () => {
  const settings = { DEMO_MODE: '1', TRUST_PROXY: '1', PUBLIC_SITE_URL: 'https://shop.example' };
  const { shop: other } = await useShop(startShop(newDataDir(inject('smallTemplate')), settings));
  const token = await newStaff('owner', other);
  const proxied = {
    host: 'shop.example',
    'x-forwarded-proto': 'https',
    'x-forwarded-host': 'shop.example',
    'x-forwarded-for': '203.0.113.9',
  };

  test('a form needs the origin that the browser shows', async () => {
    const page = await ask('/admin', { headers: { ...proxied, ...sessionCookie(token) } }, other);
    expectSafeHeaders(page);
    expect(page.headers['strict-transport-security']).toBeDefined();
    const form = { csrf: toCsrfToken(token), action: 'x' };
    const send = async (origin: string, more = {}) =>
      (await ask('/admin', { headers: { ...proxied, ...sessionCookie(token), origin, ...more }, form }, other)).status;
    expect([200, 400]).toContain(await send('https://shop.example'));
    expect(await send('http://shop.example')).toBe(403);
    expect(await send(other.url)).toBe(403);
    expect(await send('https://evil.example', { 'x-forwarded-host': 'evil.example', host: 'evil.example' })).toBe(403);
    expect(await send('http://evil.example', { host: 'evil.example', 'x-forwarded-proto': 'http' })).toBe(403);
  });
});
