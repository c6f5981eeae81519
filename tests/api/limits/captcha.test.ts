import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { inspectConfiguration } from '#api/environment/configuration.ts';
import { setLimits } from '#api/services/limits/store-limits.ts';
import { contactCall } from '#lib/contract/contact.ts';
import { loginOtpCall, otpSendCall } from '#lib/contract/sign-in.ts';
import { registerCall } from '#lib/contract/sign-up.ts';
import { storeInfoCall } from '#lib/contract/store.ts';
import { type CaptchaProvider, openCaptchaProvider, RIGHT, siteKey } from '#tests/support/providers/captcha.ts';
import { newMobile, openSendingShop, signUpBody } from '#tests/support/store/accounts.ts';
import type { TestShop } from '#tests/support/store/test-store.ts';

let provider: CaptchaProvider;
let shop: TestShop;
let solved: number;

beforeEach(async () => {
  solved = 0;
  provider = await openCaptchaProvider();
  shop = await openSendingShop({ captcha: provider.settings });
});
afterEach(async () => {
  await shop.close();
  await provider.close();
});

const headers = { 'x-client-address': '203.0.113.7' };
const askCode = (captcha_token?: string, call: typeof otpSendCall | typeof loginOtpCall = otpSendCall) =>
  shop.call(call, { headers, body: { mobile: newMobile(), captcha_token } });
const solve = (): string => `${RIGHT}${++solved}`;

/** Requests as many codes as an address gets without a CAPTCHA. */
async function useUpFree(): Promise<void> {
  for (let i = 0; i < 6; i++) expect(await askCode()).toMatchObject({ success: true });
}

const required = () => ({
  success: false,
  httpStatus: 403,
  message: 'Please confirm that you are not a robot.',
  code: 'captcha_required',
  captcha: { provider: 'turnstile', site_key: siteKey, script: `${provider.url}/api.js` },
});

describe('a shop with a CAPTCHA', () => {
  test('requires it from an address’s seventh code on, and sends the code once it is solved', async () => {
    await useUpFree();
    expect(await askCode()).toEqual(required());
    expect(await askCode(undefined, loginOtpCall)).toEqual(required());
    expect(await askCode(solve())).toMatchObject({ success: true });
    expect(provider.asked).toEqual([{ secret: 'captcha-secret', response: `${RIGHT}1`, remoteip: '203.0.113.7' }]);
    const other = { 'x-client-address': '203.0.113.8' };
    expect(await shop.call(otpSendCall, { headers: other, body: { mobile: newMobile() } })).toMatchObject({ success: true });
  });

  test('requires it when an address sends all requests concurrently', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => askCode()));
    expect(answers.filter(({ success }) => success)).toHaveLength(6);
    expect(answers.filter((answer) => 'code' in answer && answer.code === 'captcha_required')).toHaveLength(14);
  });

  test('requires it again after an invalid or reused token', async () => {
    await useUpFree();
    const token = solve();
    expect(await askCode('made-up')).toEqual(required());
    expect(await askCode(token)).toMatchObject({ success: true });
    expect(await askCode(token)).toEqual(required());
    expect(await askCode('x'.repeat(5000))).toMatchObject({ httpStatus: 422 });
  });

  test('requires it at sign-up and in the contact form too', async () => {
    for (let i = 0; i < 3; i++) await shop.succeed(registerCall, { headers, body: signUpBody() });
    expect(await shop.call(registerCall, { headers, body: signUpBody() })).toEqual(required());
    await shop.succeed(registerCall, { headers, body: { ...signUpBody(), captcha_token: solve() } });

    const message = () => ({ ...signUpBody(), subject: 'Hello', message: 'Is anybody there?', subscribe: false });
    for (let i = 0; i < 2; i++) await shop.succeed(contactCall, { headers, body: message() });
    expect(await shop.call(contactCall, { headers, body: message() })).toEqual(required());
    await shop.succeed(contactCall, { headers, body: { ...message(), captcha_token: solve() } });
    expect(await shop.store.db.selectFrom('contact_message').select('id').execute()).toHaveLength(3);
  });

  test('requires it from all visitors once half of the message budget is used up', async () => {
    await shop.change((tx) => setLimits(tx, { sms_per_hour: 10 }));
    const from = (i: number) => ({ headers: { 'x-client-address': `198.51.100.${i}` }, body: { mobile: newMobile() } });
    for (let i = 0; i < 5; i++) expect(await shop.call(otpSendCall, from(i))).toMatchObject({ success: true });
    expect(await shop.call(otpSendCall, from(6))).toEqual(required());
  });

  test('does not exceed an address’s limit of messages, however many are solved', async () => {
    const answers = [];
    for (let i = 0; i < 62; i++) answers.push(await askCode(solve()));
    expect(answers.filter(({ success }) => success)).toHaveLength(60);
    expect(answers.at(-1)).toMatchObject({ httpStatus: 429 });
  });

  test('tells its pages which provider to load', async () => {
    const { storeinfo } = await shop.succeed(storeInfoCall);
    expect(storeinfo.captcha).toEqual(required().captcha);
    expect(JSON.stringify(storeinfo)).not.toContain('captcha-secret');
  });
});

describe('a CAPTCHA provider that is down', () => {
  test.each(['broken', 'strange'] as const)('(%s) lets 30 requests an hour of the whole shop pass, then none', async (mood) => {
    await useUpFree();
    provider.mood = mood;
    expect(await askCode()).toEqual(required());
    const answers = [];
    for (let i = 0; i < 35; i++) answers.push(await askCode('anything'));
    expect(answers.filter(({ success }) => success)).toHaveLength(30);
    expect(answers.at(-1)).toMatchObject({
      httpStatus: 503,
      message: 'We cannot check that you are not a robot at the moment. Please try again in a few minutes.',
    });
    provider.mood = 'well';
    expect(await askCode(solve())).toMatchObject({ success: true });
  });

  test('and does not respond is given up after five seconds', async () => {
    await useUpFree();
    provider.mood = 'silent';
    expect(await askCode('anything')).toMatchObject({ success: true });
  }, 180_000);

  test('counts as down where the shop’s secret is wrong, because shoppers cannot fix that', async () => {
    const wrong = await openSendingShop({ captcha: { ...provider.settings, secret: 'old' } });
    for (let i = 0; i < 6; i++) await wrong.succeed(otpSendCall, { headers, body: { mobile: newMobile() } });
    await wrong.succeed(otpSendCall, { headers, body: { mobile: newMobile(), captcha_token: solve() } });
    await wrong.close();
  });
});

test('hCaptcha receives the site key as well', async () => {
  const hcaptcha = await openCaptchaProvider('hcaptcha');
  const other = await openSendingShop({ captcha: hcaptcha.settings });
  for (let i = 0; i < 6; i++) await other.succeed(otpSendCall, { headers, body: { mobile: newMobile() } });
  await other.succeed(otpSendCall, { headers, body: { mobile: newMobile(), captcha_token: solve() } });
  expect(hcaptcha.asked[0]).toMatchObject({ sitekey: siteKey, secret: 'captcha-secret' });
  await other.close();
  await hcaptcha.close();
});

describe('the CAPTCHA settings', () => {
  const read = (env: Record<string, string>) => inspectConfiguration({ ...env, DEMO_MODE: '1' });

  test('are read from the environment', () => {
    const env = { CAPTCHA_PROVIDER: 'hcaptcha', CAPTCHA_SITE_KEY: 'k', CAPTCHA_SECRET: 's' };
    expect(read(env)).toMatchObject({
      problems: [],
      configuration: { captcha: { provider: 'hcaptcha', siteKey: 'k', secret: 's' } },
    });
    expect(read({}).configuration.captcha).toBeUndefined();
  });

  test('are refused with the missing or invalid name', () => {
    expect(read({ CAPTCHA_PROVIDER: 'recaptcha' }).problems).toEqual([
      'CAPTCHA_PROVIDER must be turnstile or hcaptcha, not "recaptcha"',
      'CAPTCHA_SITE_KEY and CAPTCHA_SECRET must be set when CAPTCHA_PROVIDER is',
    ]);
  });
});
