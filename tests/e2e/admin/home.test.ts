import type { Page } from 'playwright';
import { describe, expect } from 'vitest';
import { write } from '#api/database/transaction.ts';
import { saveContactMessage } from '#api/services/messages/contact-messages.ts';
import { listOutbox } from '#api/services/messages/outbox.ts';
import { hashToken } from '#api/services/sessions/tokens.ts';
import { axeViolationsInThemes } from '#tests/support/browser/axe.ts';
import { createCustomer, saveSession } from '#tests/support/browser/customer.ts';
import { openRecords, type RunningShop } from '#tests/support/browser/shop-server.ts';
import { phone } from '#tests/support/browser/test-page.ts';
import { useSmallShop } from '#tests/support/shop-test.ts';

const sent = { firstname: 'Asha', lastname: 'Rao', email: 'asha@example.com', phone_number: '9876543210' };

async function receive(shop: RunningShop, subject: string): Promise<void> {
  const db = await openRecords(shop);
  await write(db, (tx) => saveContactMessage(tx, { ...sent, subject, message: '<img src=x onerror=alert(1)>\nIs 40 an M?' }));
  await db.destroy();
}

async function readAnswers(shop: RunningShop, subject: string): Promise<string[]> {
  const db = await openRecords(shop);
  const mails = (await listOutbox(db, { limit: 50 })).filter((mail) => mail.subject === `Re: ${subject}`);
  await db.destroy();
  return mails.map(({ recipient }) => recipient);
}

/** Opens a message from the first page and answers it. */
async function answer(page: Page, shop: RunningShop, subject: string): Promise<void> {
  await page.goto(`${shop.url}/admin`);
  await page.getByRole('link', { name: /\d+\s+Open messages/ }).click();
  await page.getByRole('link', { name: subject, exact: true }).click();
  await page.getByRole('textbox', { name: 'Answer by mail' }).fill('Yes, it is.');
  await page.getByRole('button', { name: 'Send answer' }).click();
  await page.getByText('Your answer is on its way.').waitFor();
  expect(await page.getByText('Asha answered').count()).toBe(1);
}

const widthOf = (page: Page): Promise<number> => page.evaluate(() => document.documentElement.scrollWidth);

describe('the first page of the admin', async () => {
  const { test } = await useSmallShop();

  test('leads to what is to be done; a message is answered once and is done', async ({ shop, ownerPage: page, pageErrors }) => {
    await receive(shop, 'Which size?');
    await page.goto(`${shop.url}/admin`);
    expect(await axeViolationsInThemes(page, 'admin home')).toEqual([]);
    expect(await widthOf(page)).toBe(phone.width);
    await answer(page, shop, 'Which size?');
    expect(await axeViolationsInThemes(page, 'admin message')).toEqual([]);
    expect(await widthOf(page)).toBe(phone.width);
    await page.reload();
    expect(await readAnswers(shop, 'Which size?')).toEqual(['asha@example.com']);
    await page.getByRole('button', { name: 'Done', exact: true }).click();
    await page.getByText(/^Message \d+ is done\.$/).waitFor();
    expect(await page.getByRole('link', { name: 'Which size?' }).count()).toBe(0);
    for (const path of ['alerts', 'carts', 'messages?state=all']) {
      await page.goto(`${shop.url}/admin/${path}`);
      expect(await axeViolationsInThemes(page, path)).toEqual([]);
      expect(await widthOf(page)).toBe(phone.width);
    }
    expect(pageErrors).toEqual([]);
  });
});

describe('without JavaScript', async () => {
  const { test } = await useSmallShop({ viewport: phone, javaScriptEnabled: false });

  test('a message is answered and reminders of carts are turned on and off', async ({ shop, ownerPage: page }) => {
    await receive(shop, 'Without script');
    await answer(page, shop, 'Without script');
    expect(await readAnswers(shop, 'Without script')).toEqual(['asha@example.com']);
    await page.goto(`${shop.url}/admin/carts`);
    await page.getByRole('button', { name: 'Turn reminders on' }).click();
    await page.getByText('Customers can now ask to be reminded of their carts.').waitFor();
    await page.getByRole('button', { name: 'Turn reminders off' }).click();
    await page.getByText('No more reminders are sent.').waitFor();
  });
});

describe('a customer', async () => {
  const { test } = await useSmallShop();

  test('ticks that they want reminders of their cart, and ends them by the link of a mail', async ({
    shop,
    page,
    pageErrors,
  }) => {
    const db = await openRecords(shop);
    const setReminders = (value: 'on' | 'off') =>
      write(db, (tx) =>
        tx
          .insertInto('admin_setting')
          .values({ name: 'cart_reminders', value })
          .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
          .execute(),
      );
    await setReminders('on');
    const customer = await createCustomer(shop);
    await write(db, (tx) => tx.updateTable('customer').set({ email_verified_at: new Date().toISOString() }).execute());
    await saveSession(page, shop, customer);
    await page.goto(`${shop.url}/my-account/account`);
    const box = page.getByRole('checkbox', { name: 'Remind me about my cart' });
    await box.waitFor();
    expect(await box.isChecked()).toBe(false);
    await box.click();
    const asked = () => db.selectFrom('cart_reminder').select('asked_text').execute();
    await expect.poll(asked).toHaveLength(1);
    expect(await axeViolationsInThemes(page, 'account with reminders')).toEqual([]);
    await page.reload();
    await expect.poll(() => box.isChecked()).toBe(true);
    const token = `cart.${'a'.repeat(43)}`;
    await write(db, (tx) =>
      tx
        .updateTable('cart_reminder')
        .set({ token_hash: hashToken(token) })
        .execute(),
    );
    await page.goto(`${shop.url}/stop-alert?token=${token}`);
    await page.getByText('You asked us to remind you about your cart.').waitFor();
    await page.getByRole('button', { name: 'Stop emails about my cart' }).click();
    await page.getByText('You will get no more emails about your cart.').waitFor();
    expect(await asked()).toEqual([]);
    expect(pageErrors).toEqual([]);
    await setReminders('off');
    await db.destroy();
  });
});
