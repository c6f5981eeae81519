import { TOTP } from 'otpauth';
import { expect, inject, onTestFinished } from 'vitest';
import { write } from '#api/database/transaction.ts';
import { signInStaff } from '#tests/support/admin/staff.ts';
import { staffPassword } from '#tests/support/admin/staff-person.ts';
import { axeViolations } from '#tests/support/browser/axe.ts';
import { freePort, newDataDir, openRecords, startShop } from '#tests/support/browser/shop-server.ts';
import { phone } from '#tests/support/browser/test-page.ts';
import { present } from '#tests/support/present.ts';
import { useSmallShop } from '#tests/support/shop-test.ts';

const { test } = await useSmallShop({ viewport: phone, javaScriptEnabled: false });
const phoneTest = test.extend('pageOptions', { viewport: phone });
const email = 'asha@staff.example';

test('without script an owner sets up by a link, signs in with a code, and finishes a form that was sent too late', async ({
  shop,
  page,
}) => {
  const db = await openRecords(shop);
  const link = /http\S+\/admin\/setup\?link=\S+/.exec(await shop.store('staff', 'add', email, '--name', 'Asha'))?.[0] ?? '';
  await page.goto(new URL(new URL(link).pathname + new URL(link).search, shop.url).href);
  const secret = (await page.locator('code').innerText()).replaceAll(' ', '');
  const code = (): string => new TOTP({ secret }).generate();
  /** Lets the code of this half minute work once more. */
  const forgetCode = () => write(db, (tx) => tx.updateTable('staff').set({ totp_last_step: 0 }).execute());
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();

  await page.getByLabel('New password').fill(staffPassword);
  await page.getByRole('textbox', { name: 'Code' }).fill('000000');
  await press('Finish');
  await expect.poll(() => page.getByText('This code is wrong').count()).toBeGreaterThan(0);
  await page.getByLabel('New password').fill(staffPassword);
  await page.getByRole('textbox', { name: 'Code' }).fill(code());
  await press('Finish');
  const codes = await page.locator('#recovery-codes li').allInnerTexts();
  expect(codes).toHaveLength(10);
  await page.getByRole('link', { name: 'I have kept them' }).click();

  await page.goto(`${shop.url}/admin/account`);
  await page.getByText('this session').waitFor();
  await press('Sign out');
  await page.getByText('You are signed out.').waitFor();
  await forgetCode();
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill('wrong-one!');
  await page.getByRole('textbox', { name: 'Code' }).fill(code());
  await press('Sign in');
  await page.getByText('Email, password or code is wrong').waitFor();
  expect(await page.getByLabel('Email').inputValue()).toBe(email);
  await page.getByLabel('Password').fill(staffPassword);
  await page.getByRole('textbox', { name: 'Code' }).fill(code());
  await press('Sign in');
  await page.getByRole('heading', { name: 'Home' }).waitFor();

  // The session ends while the form is being filled in.
  await page.goto(`${shop.url}/admin/staff`);
  await page.getByLabel('Email').fill('pavan@staff.example');
  await page.getByLabel('Name').fill('Pavan');
  await write(db, (tx) => tx.deleteFrom('staff_session').execute());
  await press('Add and make a link');
  await page.getByText('Your session has ended').waitFor();
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(staffPassword);
  await page.getByRole('textbox', { name: 'Code' }).fill(present(codes[0]));
  await press('Sign in');
  await press('Finish');
  await page.getByText('Send this link to').waitFor();
  expect(await page.getByLabel('Link').inputValue()).toMatch(/\/admin\/setup\?link=[\w-]{43}$/);
  const added = await db.selectFrom('staff').select('name').where('email', '=', 'pavan@staff.example').execute();
  await db.destroy();
  expect(added).toEqual([{ name: 'Pavan' }]);
});

phoneTest(
  'a passkey is added on the account page, signs in by a button, and signs in again so that a form is finished',
  async ({ page }) => {
    // Passkeys are of a host name, not of an IP address.
    const port = await freePort();
    const url = `http://localhost:${port}`;
    const started = await startShop(newDataDir(inject('smallTemplate')), { PORT: port, PUBLIC_SITE_URL: url });
    onTestFinished(() => started.stop());
    const session = await page.context().newCDPSession(page);
    await session.send('WebAuthn.enable');
    const options = { protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true } as const;
    await session.send('WebAuthn.addVirtualAuthenticator', { options: { ...options, isUserVerified: true } });
    await signInStaff(page, { ...started, url }, 'packer');
    await page.goto(`${url}/admin/account`);
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await page.getByText('The passkey is added').waitFor();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await page.getByRole('heading', { name: 'Home' }).waitFor();

    const db = await openRecords(started);
    const signed_in_at = new Date(Date.now() - 11 * 60_000).toISOString();
    await write(db, (tx) => tx.updateTable('staff_session').set({ signed_in_at }).execute()).finally(() => db.destroy());
    await page.goto(`${url}/admin/account`);
    await page.getByRole('button', { name: 'Make new recovery codes' }).click();
    await page.getByText('needs a sign-in that is less than ten minutes old').waitFor();
    expect(await axeViolations(page, 'a sign-in again')).toEqual([]);
    await page.getByRole('button', { name: 'Use a passkey' }).click();
    await page.getByRole('heading', { name: 'Your recovery codes' }).waitFor();
  },
);
