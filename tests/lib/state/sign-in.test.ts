import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { failure } from '#lib/contract/messages/failures.ts';
import { success } from '#lib/contract/messages/successes.ts';
import { loginOtpCall, otpVerifyLoginCall } from '#lib/contract/sign-in.ts';
import { openShop, type TestShop } from '#tests/support/store/test-store.ts';
import { closeBrowser, openBrowser, type Tab, type TestBrowser, toasts } from './tab.ts';

const mobile = '9876543210';
const credentials = { email: 'asha@example.com', password: 'Monsoon!24' };
const person = { ...credentials, firstname: 'Asha', lastname: 'Rao', phone_number: mobile, terms: true as const };

let shop: TestShop;
let browser: TestBrowser;
let tab: Tab;
let entry: Awaited<ReturnType<typeof openEntry>>;

/** Loads the actions of the sign-in and sign-up pages in the newest tab. */
async function openEntry() {
  const signIn = await import('#lib/state/auth/sign-in.ts');
  const registration = await import('#lib/state/auth/sign-up.ts');
  const passwords = await import('#lib/state/auth/forgotten-password.ts');
  return { ...signIn, ...registration, ...passwords };
}

async function open(options?: Parameters<typeof openShop>[0]): Promise<void> {
  shop = await openShop(options);
  browser = openBrowser(shop);
  tab = await browser.openTab();
  entry = await openEntry();
}

beforeEach(() => open());
afterEach(async () => {
  closeBrowser();
  await shop.close();
});

describe('signing up', () => {
  test('signs in where no address must be verified', async () => {
    expect(await entry.signUp(person)).toEqual({ ok: true });
    expect(tab.$auth.get()).toMatchObject({ isAuthenticated: true, user: { customer: { firstname: 'Asha' } } });
    expect(browser.left).toEqual(['/']);
  });

  test('stores the user but signs no one in before the address is verified', async () => {
    closeBrowser();
    await shop.close();
    await open({ demoMode: false, mail: { smtpUrl: 'smtp://127.0.0.1:9', from: 'shop@example.com' } });
    expect(await entry.signUp(person)).toEqual({ ok: true });
    const { user, isAuthenticated } = tab.$auth.get();
    expect({ user, isAuthenticated }).toMatchObject({ isAuthenticated: false, user: { customer: { email: person.email } } });
    expect(user?.token).toBeUndefined();
    expect(browser.left).toEqual(['/signin?registered=1']);
    expect(await entry.signInByPassword(credentials)).toMatchObject({ ok: false, message: failure.verifyEmail });
    expect(tab.$auth.get()).toMatchObject({ isAuthenticated: false, error: failure.verifyEmail, loading: false });
  });

  test('names the refused field', async () => {
    await entry.signUp(person);
    tab.clearSession();
    expect(await entry.signUp({ ...person, phone_number: '9876543211' })).toMatchObject({
      ok: false,
      fields: { email: [failure.emailTaken] },
    });
    expect(toasts(tab)).toContain(failure.emailTaken);
  });
});

describe('signing in', () => {
  beforeEach(async () => {
    await entry.signUp(person);
    tab.clearSession();
    browser.left.length = 0;
  });

  test('by password stores a verified user and continues', async () => {
    expect(await entry.signInByPassword(credentials)).toEqual({ ok: true });
    expect(tab.$auth.get()).toMatchObject({ isAuthenticated: true, verified: true, loading: false, error: null });
    expect(browser.left).toEqual(['/']);
  });

  test('by code records that one was sent, and stores a verified user', async () => {
    await entry.sendSignInOtp(mobile);
    expect(tab.$auth.get()).toMatchObject({ loginSent: true, verified: false, isAuthenticated: false });
    const [told = ''] = toasts(tab);
    expect(told).toMatch(new RegExp(`^${success.otpSent}: \\d{6}$`));
    expect(await entry.signInByOtp(told.slice(-6))).toEqual({ ok: true });
    expect(tab.$auth.get()).toMatchObject({ isAuthenticated: true, verified: true, loginSent: false });
  });

  test('with a wrong password keeps a number that a guest has verified in the checkout', async () => {
    const guest = '9876543219';
    await tab.requestCheckoutOtp(guest);
    await tab.submitCheckoutOtp(/\d{6}/.exec(toasts(tab).join(' '))?.[0] ?? '');
    const { user } = tab.$auth.get();
    expect(user?.token).toBeDefined();
    expect(await entry.signInByPassword({ ...credentials, password: 'x' })).toMatchObject({ ok: false, message: failure.login });
    expect(tab.$auth.get()).toMatchObject({ user, verified: true });
  });

  test('by code works after a reload and while others ask for and use up codes of the same number, without cookies', async () => {
    await entry.sendSignInOtp(mobile);
    const otp = toasts(tab)[0]?.slice(-6) ?? '';
    await browser.openTab();
    entry = await openEntry();
    entry.resumeSignInOtp();
    await shop.succeed(loginOtpCall, { body: { mobile } });
    const wrong = otp === '000000' ? '000001' : '000000';
    for (let i = 0; i < 3; i++) await shop.fail(otpVerifyLoginCall, { body: { mobile, otp: wrong } });
    expect(await entry.signInByOtp(otp)).toEqual({ ok: true });
  });

  test('by code at a store that sends nothing but success sends the specified body', async () => {
    const bodies: unknown[] = [];
    browser.network.answer = async (request) => {
      bodies.push(await request.json());
      return Response.json({ success: true, message: 'Sent', data: {} });
    };
    await entry.sendSignInOtp(mobile);
    await entry.signInByOtp('123456');
    expect(bodies).toEqual([
      { mobile, user_token: 'storefront' },
      { mobile, otp: '123456' },
    ]);
  });

  test('keeps waiting for a code after a reload', async () => {
    await entry.sendSignInOtp(mobile);
    const { codeSentAt } = entry.$signIn.get();
    await browser.openTab();
    const again = await openEntry();
    expect(again.$signIn.get().codeSentAt).toBe(0);
    again.resumeSignInOtp();
    expect(again.$signIn.get()).toMatchObject({ mobile, codeSentAt });
  });
});
