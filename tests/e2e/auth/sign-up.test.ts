import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, inject } from 'vitest';
import { failure } from '#lib/contract/messages/failures.ts';
import { fieldErrors } from '#lib/contract/messages/field-errors.ts';
import { success } from '#lib/contract/messages/successes.ts';
import { type AuthForm, createAccount, password, useAuthForm } from '#tests/support/browser/auth-form.ts';
import { newMobile } from '#tests/support/browser/customer.ts';
import { runStore } from '#tests/support/browser/run-store.ts';
import { startSmallShop } from '#tests/support/browser/shared-shops.ts';
import { newDataDir, startShop } from '#tests/support/browser/shop-server.ts';
import { openPage, phone } from '#tests/support/browser/test-page.ts';
import { openMailbox } from '#tests/support/providers/smtp-server.ts';
import { useShop } from '#tests/support/shop-test.ts';

const form = (email: string, mobile = newMobile()) => ({
  'First name': 'Asha',
  'Last name': 'Rao',
  Email: email,
  'Mobile number': mobile,
  Password: password,
});
const terms = (page: Page) => page.getByRole('checkbox', { name: /^I accept the terms & conditions/ });

/** Returns the saved auth state. */
const savedAuth = (page: Page) =>
  page.evaluate(() => JSON.parse(localStorage.getItem('haat') ?? '{}').auth ?? {}) as Promise<{
    isAuthenticated?: boolean;
    user?: { token?: string; customer: { firstname: string; email: string } };
  }>;

describe('in a demo shop', async () => {
  const { shop, test } = await useShop(startSmallShop());
  beforeAll(() => shop.store('theme', 'set', 'terms=Be kind.'));
  test.beforeEach(({ page }) => page.goto(`${shop.url}/signup`));

  test('has its title and breadcrumb, and is excluded from search engines', async ({ page }) => {
    expect(await page.title()).toBe('Sign Up | Small Shop');
    expect(await page.getByRole('navigation', { name: 'Breadcrumb' }).innerText()).toMatch(/Home\s+\/?\s*Sign Up/);
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('Sign Up');
    expect(await page.locator('meta[name=robots]').getAttribute('content')).toBe('noindex');
  });

  test('shows the exact error at each field, and focuses the first', async ({ page, entry }) => {
    expect(await terms(page).isChecked()).toBe(false);
    await entry.press('Create account');
    await page.getByText(fieldErrors.terms).waitFor();
    const labels = ['First name', 'Last name', 'Email', 'Mobile number', 'Password'];
    expect(await Promise.all(labels.map(entry.said))).toEqual([
      fieldErrors.required,
      fieldErrors.required,
      fieldErrors.emailRequired,
      fieldErrors.phoneRequired,
      fieldErrors.passwordRequired,
    ]);
    await expect.poll(() => entry.focused()).toBe('firstname');
    await entry.expectSaid('First name', 'A', fieldErrors.nameShort);
    await entry.expectSaid('First name', 'A'.repeat(51), fieldErrors.nameLong);
    await entry.expectSaid('First name', 'A'.repeat(50), '');
    await entry.expectSaid('Last name', '  ', fieldErrors.required);
    await entry.expectSaid('Email', 'asha@', fieldErrors.emailInvalid);
    for (const wrong of ['98765', '0987654321']) await entry.expectSaid('Mobile number', wrong, fieldErrors.phoneInvalid);
    await entry.expectSaid('Password', 'a!b', fieldErrors.passwordShort);
    await entry.expectSaid('Password', 'abcdef', fieldErrors.passwordSpecial);
    await entry.expectSaid('Password', 'abcde_', fieldErrors.passwordSpecial);
    await entry.expectSaid('Password', 'abcde|', 'At least 6 characters, one of them special, such as ! or @');
    await terms(page).check();
    await page.getByText(fieldErrors.terms).waitFor({ state: 'detached' });
  });

  test('links to the terms without losing input', async ({ page, entry }) => {
    await entry.fill({ 'First name': 'Asha' });
    const opened = page.context().waitForEvent('page');
    await page.getByRole('link', { name: /terms & conditions/ }).click();
    await (await opened).waitForURL(`${shop.url}/terms-use`);
    expect([await entry.typed('First name').inputValue(), await terms(page).isChecked()]).toEqual(['Asha', false]);
  });

  test('signs in at once, shows a toast, and leads to the page the shopper came from', async ({ page, pageErrors, entry }) => {
    await page.goto(`${shop.url}/signin?next=%2Fcart`);
    await page.getByRole('link', { name: 'Create an account' }).click();
    await page.waitForURL(`${shop.url}/signup?next=%2Fcart`);
    const values = form(`asha.${Date.now()}@example.in`);
    await entry.fill(values);
    await terms(page).check();
    await entry.press('Create account');
    await page.waitForURL(`${shop.url}/cart`);
    await entry.toast(success.registered).waitFor();
    expect(await savedAuth(page)).toMatchObject({
      isAuthenticated: true,
      user: { token: expect.any(String), customer: { firstname: 'Asha', email: values.Email } },
    });
    expect(pageErrors).toEqual([]);
  });

  test('reports a taken email or number at the field, and keeps the input', async ({ page, entry }) => {
    const { email, phone: mobile } = await createAccount(shop);
    await entry.fill(form(email));
    await terms(page).check();
    await entry.press('Create account');
    await expect.poll(() => entry.said('Email')).toBe(failure.emailTaken);
    await expect.poll(entry.focused).toBe('email');
    await entry.toast(failure.emailTaken).waitFor();
    await entry.fill({ Email: `new.${email}`, 'Mobile number': mobile });
    await entry.press('Create account');
    await expect.poll(() => entry.said('Mobile number')).toBe(failure.phoneTaken);
    expect([await entry.typed('Password').inputValue(), await terms(page).isChecked()]).toEqual([password, true]);
    await entry.fill({ 'Mobile number': newMobile() });
    await entry.press('Create account');
    await page.waitForURL(`${shop.url}/`);
  });

  test('reports a lost connection, and keeps the input', async ({ page, entry }) => {
    await page.route('**/api/customer/register', (route) => route.abort('connectionreset'), { times: 1 });
    await entry.fill(form(`asha.${Date.now()}@example.in`));
    await terms(page).check();
    await entry.press('Create account');
    await entry.notice().getByText(failure.register, { exact: true }).waitFor();
    await entry.toast(failure.register).waitFor();
    await entry.press('Create account');
    await page.waitForURL(`${shop.url}/`);
  });
});

describe('in a shop that sends mail', async () => {
  const mailbox = await openMailbox();
  afterAll(mailbox.close);
  const dataDir = newDataDir(inject('smallTemplate'));
  await runStore(dataDir, 'theme', 'set', 'store_name=Mail Shop');
  const mail = { SMTP_URL: mailbox.smtpUrl, MAIL_FROM: 'Mail Shop <shop@mail.example>' };
  const { shop, test } = await useShop(startShop(dataDir, { ...mail, PUBLIC_SITE_URL: 'http://shop.example' }));

  /** Returns the link in the newest mail to an address; waits until it differs from `before`. */
  async function mailedLink(email: string, before = ''): Promise<string> {
    const newest = () => {
      const mail = mailbox.mails.findLast(({ to }) => to.includes(email));
      return /http:\/\/shop\.example(\/signin\?verify=\S+)/.exec(mail?.text ?? '')?.[1] ?? before;
    };
    await expect.poll(newest, { timeout: 30_000 }).not.toBe(before);
    return newest();
  }

  /** Signs up until the page asks to open the mail. */
  async function signUp(page: Page, entry: AuthForm, email: string): Promise<void> {
    await page.goto(`${shop.url}/signup?next=%2Fcart`);
    await entry.fill(form(email));
    await terms(page).check();
    await entry.press('Create account');
    await page.waitForURL(/\/signin\?/);
  }

  test('the address must be verified before signing in', async ({ page, entry }) => {
    const email = `asha.${Date.now()}@example.in`;
    await signUp(page, entry, email);
    await page.locator('main').getByText(success.registeredMail).waitFor();
    await entry.toast(success.registeredMail).waitFor();
    expect(await savedAuth(page)).toMatchObject({ isAuthenticated: false, user: { customer: { firstname: 'Asha', email } } });
    expect((await savedAuth(page)).user?.token).toBeUndefined();
    const first = await mailedLink(email);

    await entry.fill({ Email: email, Password: password });
    await entry.press('Sign in');
    await entry.notice().getByText(failure.verifyEmail, { exact: true }).waitFor();
    await entry.toast(failure.verifyEmail).waitFor();
    const second = await mailedLink(email, first);

    const posted: string[] = [];
    page.on('request', (request) => request.url().endsWith('/customer/verify-email') && posted.push(request.method()));
    const confirm = async (link: string) => {
      await page.goto(shop.url + link);
      await page.getByText(`confirm that ${email} is your email address`).waitFor();
      expect(entry.path()).not.toContain(link.split('=')[1]);
      await entry.press('Confirm my email address');
    };
    await confirm(first);
    await page.locator('main').getByRole('status').getByText(failure.verifyLink).waitFor();
    await confirm(`${second}&next=%2Fcart`);
    await page.locator('main').getByRole('status').getByText(success.emailVerified).waitFor();
    await entry.toast(success.emailVerified).waitFor();
    expect(entry.path()).toBe('/signin?next=%2Fcart');
    expect(posted).toEqual(['POST', 'POST']);
    await page.reload();
    await entry.fill({ Email: email, Password: password });
    await entry.press('Sign in');
    await page.waitForURL(`${shop.url}/cart`);
    await entry.toast(success.login).waitFor();
    expect(posted).toHaveLength(2);
  });

  test('a link without a response can be retried, also after a reload, and its secret is not in the address', async ({
    page,
    entry,
  }) => {
    const email = `meera.${Date.now()}@example.in`;
    await signUp(page, entry, email);
    const link = await mailedLink(email);
    await page.route('**/api/customer/verify-email', (route) => route.abort('connectionreset'), { times: 1 });
    await page.goto(shop.url + link);
    await entry.press('Confirm my email address');
    await entry.notice().getByText(failure.generic).waitFor();
    expect(entry.path()).toBe('/signin?verify=1');
    await page.reload();
    await entry.press('Confirm my email address');
    await page.locator('main').getByRole('status').getByText(success.emailVerified).waitFor();
    expect(entry.path()).toBe('/signin');
  });

  test('opening the link sends no request, however long the page stays open', async ({ page, entry }) => {
    const email = `scanned.${Date.now()}@example.in`;
    await signUp(page, entry, email);
    const link = await mailedLink(email);
    const scanner = await openPage({ viewport: phone });
    const sent: string[] = [];
    scanner.page.on('request', (request) => request.method() !== 'GET' && sent.push(request.url()));
    await scanner.page.clock.install();
    await scanner.page.goto(shop.url + link);
    await scanner.page.getByRole('button', { name: 'Confirm my email address' }).waitFor();
    await scanner.page.clock.runFor(60_000);
    await scanner.page.goto(shop.url + link, { waitUntil: 'networkidle' });
    expect(sent.filter((url) => url.includes('/customer/'))).toEqual([]);
    await page.goto(shop.url + link);
    await entry.press('Confirm my email address');
    await page.locator('main').getByRole('status').getByText(success.emailVerified).waitFor();
  });

  test('a browser other than the one that signed up asks for the password, and then signs in', async ({ page, entry }) => {
    const email = `elsewhere.${Date.now()}@example.in`;
    await signUp(page, entry, email);
    const other = await openPage({ viewport: phone });
    const there = useAuthForm(other.page);
    await other.page.goto(`${shop.url}${await mailedLink(email)}&next=%2Ffaq`);
    await there.press('Confirm my email address');
    await expect.poll(() => there.said('Password')).toBe(fieldErrors.passwordRequired);
    await there.fill({ Password: 'not-it!' });
    await there.press('Confirm my email address');
    await expect.poll(() => there.said('Password')).toBe(failure.signUpPasswordWrong);
    await there.fill({ Password: password });
    await there.press('Confirm my email address');
    await other.page.waitForURL(`${shop.url}/faq`);
    await there.toast(success.emailVerified).waitFor();
    await other.page.locator('html[data-signed-in=yes]').waitFor({ state: 'attached' });
  });

  test('a person who did not sign up can say so, and the attacker’s sign-up is deleted', async ({ page, entry }) => {
    const email = `victim.${Date.now()}@example.in`;
    await signUp(page, entry, email);
    const victim = await openPage({ viewport: phone });
    const there = useAuthForm(victim.page);
    await victim.page.goto(shop.url + (await mailedLink(email)));
    await there.press('This wasn’t me');
    await victim.page.locator('main').getByRole('status').getByText(success.signUpRejected).waitFor();
    expect(there.path()).toBe('/signin');
    await entry.fill({ Email: email, Password: password });
    await entry.press('Sign in');
    await entry.notice().getByText(failure.login, { exact: true }).waitFor();
  });

  test('a shop that cannot text codes opens with the password, and says so at the other tab', async ({ page }) => {
    await page.goto(`${shop.url}/signin`);
    await page.getByRole('tab', { name: 'Password', selected: true }).waitFor();
    await page.goto(`${shop.url}/signin?way=code`);
    const panel = page.getByRole('tabpanel', { name: 'One-time code' });
    await panel.getByText('This shop cannot send codes by text message yet.').waitFor();
    expect(await panel.getByRole('link').getAttribute('href')).toBe('/forgot-password');
    expect(await panel.getByRole('textbox').count()).toBe(0);
  });
});
