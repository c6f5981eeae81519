import { mkdirSync } from 'node:fs';
import type { Page } from 'playwright';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, onTestFinished } from 'vitest';
import { readPolicy } from '#tests/support/browser/addresses.ts';
import { password } from '#tests/support/browser/auth-form.ts';
import { axeViolationsInThemes } from '#tests/support/browser/axe.ts';
import { newMobile, saveCart } from '#tests/support/browser/customer.ts';
import { smallShop } from '#tests/support/browser/shared-shops.ts';
import { newDataDir, startShop, storeOrigin } from '#tests/support/browser/shop-server.ts';
import { desktop, phone } from '#tests/support/browser/test-page.ts';
import { openCaptchaProvider } from '#tests/support/providers/captcha.ts';
import { useShop } from '#tests/support/shop-test.ts';

const provider = await openCaptchaProvider();
afterAll(provider.close);
/** A shop with used-up budgets, so that every code, sign-up and message needs a CAPTCHA. */
const { shop, test } = await useShop(
  startShop(newDataDir(inject('smallTemplate')), {
    CAPTCHA_PROVIDER: 'turnstile',
    CAPTCHA_SITE_KEY: provider.settings.siteKey,
    CAPTCHA_SECRET: provider.settings.secret,
    CAPTCHA_URL: provider.url,
  }),
);

beforeAll(() => shop.store('limits', 'set', 'sms_per_hour=0', 'mail_per_hour=0'));
beforeEach(async () => {
  provider.hasScript = true;
});

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Are you a person?' });
const puzzle = (page: Page) => dialog(page).getByRole('button', { name: 'I am a person (site-key)' });
/** Page errors except the browser's message about a refused call, which is expected. */
const unexpected = (pageErrors: readonly string[]) => pageErrors.filter((line) => !/status of (403|503)/.test(line));

async function writeMessage(page: Page): Promise<void> {
  await page.goto(`${shop.url}/faq`);
  const values = {
    'First name': 'Meera',
    'Last name': 'Nair',
    Email: 'meera@example.in',
    'Phone number': '9812345670',
    Subject: 'The size of a kurta',
    Message: 'Does it come in XXL?',
  };
  const form = page.locator('.contact-form');
  for (const [label, value] of Object.entries(values)) await form.getByLabel(label, { exact: true }).fill(value);
  await form.getByRole('button', { name: 'Send message' }).click();
}

describe('the CAPTCHA', () => {
  test('appears before a message is sent, and the message is sent once it is solved', async ({ page, pageErrors }) => {
    await writeMessage(page);
    await puzzle(page).click();
    await page.getByRole('heading', { name: 'Thank you, Meera' }).waitFor();
    expect(await dialog(page).count()).toBe(0);
    expect(provider.asked.at(-1)).toMatchObject({ secret: 'captcha-secret', response: expect.stringMatching(/^solved-/) });
    expect(unexpected(pageErrors)).toEqual([]);
  });

  test('can be cancelled: the form stays, says why it was not sent, and can be sent again', async ({ page, entry }) => {
    await writeMessage(page);
    await puzzle(page).waitFor();
    await page.keyboard.press('Escape');
    await dialog(page).waitFor({ state: 'detached' });
    await entry.toast('Please confirm that you are not a robot.').waitFor();
    expect(await page.getByLabel('Message', { exact: true }).inputValue()).toBe('Does it come in XXL?');
    await page.getByRole('button', { name: 'Send message' }).click();
    await puzzle(page).click();
    await page.getByRole('heading', { name: 'Thank you, Meera' }).waitFor();
  });

  test('appears at sign-up', async ({ page, pageErrors, entry }) => {
    await page.goto(`${shop.url}/signup`);
    await entry.fill({
      'First name': 'Asha',
      'Last name': 'Rao',
      Email: `asha.${Date.now()}@example.in`,
      'Mobile number': newMobile(),
      Password: password,
    });
    await page.getByRole('checkbox').check();
    await entry.press('Create account');
    await puzzle(page).click();
    await expect.poll(() => entry.path()).toBe('/');
    expect(unexpected(pageErrors)).toEqual([]);
  });

  test('appears for a sign-in code, and again for the next one', async ({ page, pageErrors, entry }) => {
    await page.goto(`${shop.url}/signin?way=code`);
    await expect.poll(() => page.locator('main astro-island[ssr]').count()).toBe(0);
    await entry.fill({ 'Mobile number': newMobile() });
    await entry.press('Send code');
    await puzzle(page).click();
    await entry.typed('6-digit code').waitFor();
    await entry.press('Change number');
    await entry.press('Send code');
    await puzzle(page).click();
    await entry.typed('6-digit code').waitFor();
    expect(unexpected(pageErrors)).toEqual([]);
  });

  test('appears for a code at checkout', async ({ page, pageErrors }) => {
    await saveCart(page, shop, ['long-wallet']);
    await page.goto(`${shop.url}/checkout`);
    await page.getByLabel('Mobile number', { exact: true }).fill(newMobile());
    await page.getByRole('button', { name: 'Send code' }).click();
    await puzzle(page).click();
    await page.getByLabel('6-digit code', { exact: true }).waitFor();
    expect(unexpected(pageErrors)).toEqual([]);
  });

  test('reports when it cannot be loaded, and can be retried', async ({ page }) => {
    provider.hasScript = false;
    await writeMessage(page);
    await dialog(page).getByText('The check could not be loaded. Please try again.').waitFor();
    provider.hasScript = true;
    await dialog(page).getByRole('button', { name: 'Try again' }).click();
    await puzzle(page).click();
    await page.getByRole('heading', { name: 'Thank you, Meera' }).waitFor();
  });

  test('can be reached, solved and left by keyboard', async ({ page }) => {
    await writeMessage(page);
    await puzzle(page).waitFor();
    const focused = () => page.evaluate(() => document.activeElement?.textContent || document.activeElement?.ariaLabel);
    const stops: unknown[] = [];
    for (let i = 0; i < 4; i++) {
      await page.keyboard.press('Tab');
      stops.push(await focused());
    }
    expect(stops).toEqual(['Close', 'I am a person (site-key)', 'Cancel', 'Close']);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Thank you, Meera' }).waitFor();
  });

  test('is accessible and fits the screen, on a phone and on a wide screen', { timeout: 90_000 }, async ({ page }) => {
    await writeMessage(page);
    await puzzle(page).waitFor();
    const found: string[] = [];
    for (const viewport of [phone, desktop]) {
      await page.setViewportSize(viewport);
      const picture = process.env['SCREENSHOTS'];
      if (picture) {
        mkdirSync(picture, { recursive: true });
        await page.screenshot({ path: `${picture}/captcha-${viewport.width}.png` });
      }
      found.push(...(await axeViolationsInThemes(page, `the check at ${viewport.width} px`)));
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    }
    expect(found).toEqual([]);
  });
});

describe('the content security policy of pages', () => {
  const policyOf = async (url: string) => readPolicy(await fetch(`${url}/faq`));

  test('allows the configured provider’s script and frames, and no other’s', async () => {
    const policy = await policyOf(shop.url);
    expect(policy).toMatch(new RegExp(`script-src 'self' ${provider.url} 'sha256-`));
    expect(policy).toContain(`frame-src ${provider.url}`);
  });

  test('allows neither without a provider', async () => {
    const policy = await policyOf((await smallShop()).url);
    expect(policy).not.toContain('frame-src');
    expect(policy).toMatch(/script-src 'self' 'sha256-/);
  });

  test('allows the sources that hCaptcha’s documentation lists', async () => {
    const other = await startShop(newDataDir(inject('smallTemplate')), {
      CAPTCHA_PROVIDER: 'hcaptcha',
      CAPTCHA_SITE_KEY: 'k',
      CAPTCHA_SECRET: 's',
    });
    onTestFinished(other.stop);
    const policy = await policyOf(other.url);
    const hosts = 'https://hcaptcha.com https://*.hcaptcha.com';
    for (const part of [
      `script-src 'self' ${hosts}`,
      `style-src 'self' ${hosts}`,
      `frame-src ${hosts}`,
      ['connect-src', "'self'", storeOrigin(other), hosts].filter(Boolean).join(' '),
    ])
      expect(policy).toContain(part);
  }, 120_000);
});
