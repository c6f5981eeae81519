import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { failure, field, success } from '#lib/contract/messages.ts';
import { breaches, colourRules, themes } from './breaches.ts';
import { useEntry } from './entry.ts';
import type { RunningShop } from './shop.ts';
import { newNumber } from './shopper.ts';
import { startSmallShop } from './small-shop.ts';
import { desktop, newVisitor, phone } from './visitor.ts';

let shop: RunningShop;
/** What each theme but the default one makes of a page: the style variables that the shop writes into it. */
const styles: string[] = [];
beforeAll(async () => {
  shop = await startSmallShop();
  for (const { settings } of themes.slice(1)) {
    await shop.store('theme', 'set', ...settings);
    const html = await (await fetch(`${shop.url}/signin`)).text();
    styles.push(/:root\{[^}]*--page:[^}]*\}/.exec(html)?.[0] ?? '');
  }
  const plain = themes.at(-1)?.settings.map((setting) => setting.replace(/=.*/, '=')) ?? [];
  await shop.store('theme', 'set', ...plain);
});
afterAll(() => shop.stop());

/** Dresses the page as it stands in a theme's variables; in none, it is in the shop's own again. */
const dress = (page: Page, style = '') =>
  page.evaluate((css) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    document.adoptedStyleSheets = [sheet];
  }, style);

/** Every state of the account entry, each reached from the one before it as a shopper reaches it. */
async function* states(page: Page): AsyncGenerator<string> {
  const { fill, press, said, notice, toast } = useEntry(page);
  await page.goto(`${shop.url}/signin?registered=1`);
  yield 'sign in, after signing up';
  await press('Sign in');
  await expect.poll(() => said('Email')).toBe(field.emailRequired);
  await press('Show password');
  yield 'sign in, with errors';
  await fill({ Email: 'nobody@example.in', Password: 'x' });
  await press('Sign in');
  await notice().getByText(failure.login).waitFor();
  await toast(failure.login).waitFor();
  yield 'sign in, refused';
  await page.getByRole('tab', { name: 'One-time code' }).click();
  yield 'a code, asked for';
  await fill({ 'Mobile number': newNumber() });
  await press('Send code');
  await page.getByText(/You can ask for a new code/).waitFor();
  yield 'a code, sent';
  await page.goto(`${shop.url}/signin?verify=unknown`);
  await page.getByRole('status').getByText(failure.verifyLink).waitFor();
  yield 'a link, refused';
  await page.goto(`${shop.url}/signin?reset=1`);
  await page.locator('main').getByText(success.passwordReset).waitFor();
  yield 'sign in, after a new password';
  await page.goto(`${shop.url}/signup`);
  yield 'sign up';
  await press('Create account');
  await page.getByText(field.terms).waitFor();
  yield 'sign up, with errors';
  await page.goto(`${shop.url}/forgot-password`);
  await fill({ Email: `nobody${Date.now()}@example.in` });
  await press('Send link');
  await page.getByRole('heading', { name: 'Check your mail' }).waitFor();
  yield 'a link, asked for';
  await page.goto(`${shop.url}/reset-password`);
  yield 'a new password without a link';
  await page.goto(`${shop.url}/reset-password?token=unknown`);
  await fill({ 'New password': 'Winter!24', 'Confirm password': 'Winter!24' });
  await press('Save new password');
  await notice().getByText(failure.resetLink).waitFor();
  yield 'a new password, refused';
}

test('no state of the account entry has a breach, at 360 and 1440 px, in the default, a dark and a loud theme', {
  timeout: 420_000,
}, async () => {
  const { page, leave } = await newVisitor({ viewport: phone });
  const found: string[] = [];
  for await (const state of states(page)) {
    for (const viewport of [desktop, phone]) {
      await page.setViewportSize(viewport);
      const where = `${state}, ${viewport.width} px`;
      found.push(...(await breaches(page, where)));
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(overflow, `${where}: wider than the window`).toBeLessThanOrEqual(0);
    }
    // The same parts stand in one column at every width, so colours are looked at once.
    for (const style of styles) {
      await dress(page, style);
      found.push(...(await breaches(page, `${state}, in ${style.slice(0, 60)}`, colourRules)));
    }
    await dress(page);
  }
  await leave();
  expect(styles.every((style) => style.includes('--button'))).toBe(true);
  expect(found).toEqual([]);
});
