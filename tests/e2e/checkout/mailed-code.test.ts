import { afterAll, describe, expect, inject } from 'vitest';
import { fieldErrors } from '#lib/contract/messages/field-errors.ts';
import { useAuthForm } from '#tests/support/browser/auth-form.ts';
import { newMobile, saveCart, submitAddress } from '#tests/support/browser/customer.ts';
import { newDataDir, startShop } from '#tests/support/browser/shop-server.ts';
import { desktop, phone } from '#tests/support/browser/test-page.ts';
import { present } from '#tests/support/present.ts';
import { openMailbox } from '#tests/support/providers/smtp-server.ts';
import { useShop } from '#tests/support/shop-test.ts';

const mailbox = await openMailbox();
afterAll(mailbox.close);
const { shop, test } = await useShop(
  startShop(newDataDir(inject('smallTemplate')), {
    SMTP_URL: mailbox.smtpUrl,
    MAIL_FROM: 'Small Shop <shop@mail.example>',
    PUBLIC_SITE_URL: 'http://shop.example',
  }),
);

/** Returns the newest mail to an address once there are `count`. */
async function mailTo(email: string, count = 1) {
  const received = () => mailbox.mails.filter(({ to }) => to.includes(email));
  await expect.poll(() => received().length, { timeout: 30_000 }).toBe(count);
  const mail = received().at(-1);
  return { subject: present(mail?.headers.get('subject')), headers: mail?.headers, text: present(mail?.text) };
}

/** Returns the code of the newest mail to an address. */
const codeTo = async (email: string, count = 1) => present(/: (\d{6})$/.exec((await mailTo(email, count)).subject)?.[1]);

describe.each([
  ['a phone', phone],
  ['a wide screen', desktop],
])('a guest on %s, in a shop that sends mail but no texts', (_, viewport) => {
  test('buys on delivery with a mailed code, after correcting a mistyped address', async ({ page, pageErrors }) => {
    await page.setViewportSize(viewport);
    const { typed, said, fill, press } = useAuthForm(page);
    const mobile = newMobile();
    const [wrong, right] = [`wrong${mobile}@example.in`, `meera${mobile}@example.in`];
    await saveCart(page, shop, ['plain-tee', 'S']);
    await page.goto(`${shop.url}/checkout`);
    await page.getByRole('heading', { name: 'Your contact details' }).waitFor();
    expect(await said('Email')).toBe('We email a 6-digit code to this address. No password needed.');
    await press('Send code');
    await expect.poll(() => said('Email')).toBe(fieldErrors.emailRequired);
    await fill({ 'Mobile number': mobile, Email: wrong });
    await press('Send code');
    await page.getByText(`Enter the code sent to ${wrong}.`).waitFor();
    const mistaken = await codeTo(wrong);

    await press('Change email');
    expect(await typed('Mobile number').inputValue()).toBe(mobile);
    await fill({ Email: right });
    await press('Send code');
    await page.getByText(`Enter the code sent to ${right}.`).waitFor();
    // A reload keeps the step and says the same.
    await page.reload();
    await page.getByText(`Enter the code sent to ${right}.`).waitFor();
    const code = await codeTo(right);
    if (mistaken !== code) {
      await typed('6-digit code').fill(mistaken);
      await expect.poll(() => said('6-digit code')).toBe('Invalid OTP');
    }
    await typed('6-digit code').fill(code);
    await page.getByRole('heading', { name: 'Delivery address' }).waitFor();
    await page.getByText(`Your number +91 ${mobile}.`).waitFor();
    expect(await typed('Email').inputValue()).toBe(right);

    await fill({ 'First name': 'Meera', 'Last name': 'Nair' });
    await submitAddress(page);
    await press(/^(Place order|Pay ₹)/);
    await page.waitForURL(/\/order-success/);
    const { subject, headers } = await mailTo(right, 2);
    expect(subject).toMatch(/HT-/);
    expect(headers?.get('auto-submitted')).toBe('auto-generated');
    expect(pageErrors.filter((error) => !error.includes('422'))).toEqual([]);
  }, 180_000);
});

test('the mail of a code has the code first, says that a program wrote it, and has no link', async ({ page }) => {
  const { fill, press } = useAuthForm(page);
  const email = `mail${newMobile()}@example.in`;
  await saveCart(page, shop, ['plain-tee', 'S']);
  await page.goto(`${shop.url}/checkout`);
  await fill({ 'Mobile number': newMobile(), Email: email });
  await press('Send code');
  const { subject, headers, text } = await mailTo(email);
  const code = /: (\d{6})$/.exec(subject)?.[1] ?? 'none';
  expect(text.split('\n')[0]).toContain(code);
  expect(headers?.get('auto-submitted')).toBe('auto-generated');
  expect(text).not.toMatch(/https?:|www\./);
});

test('the sign-in page opens with the password, and says why there are no codes', async ({ page }) => {
  await page.goto(`${shop.url}/signin`);
  await page.getByRole('tab', { name: 'Password', selected: true }).waitFor();
  await page.getByRole('tab', { name: 'One-time code' }).click();
  await page.getByText('This shop cannot send codes by text message yet.').waitFor();
  await page.getByRole('link', { name: 'choose a new one by email' }).click();
  await page.waitForURL(/\/forgot-password/);
});
