import type { Page } from 'playwright';
import { expect } from 'vitest';
import { apiData, newMobile, type Session } from './customer.ts';
import type { RunningShop } from './shop-server.ts';

export const password = 'Monsoon!24';

/** An account with a password, signed up through the API of a demo shop, which verifies addresses without mail. */
export interface Account {
  email: string;
  phone: string;
}

let accounts = 0;

/** Signs up an account through the shop's API. */
export async function createAccount(shop: RunningShop): Promise<Account> {
  accounts += 1;
  const account = { email: `asha${accounts}.${Date.now()}@example.in`, phone: newMobile() };
  const names = { firstname: 'Asha', lastname: 'Rao' };
  await apiData(shop, '/customer/register', {
    ...names,
    email: account.email,
    phone_number: account.phone,
    password,
    terms: true,
  });
  return account;
}

/** Signs an account in through the API; resolves to undefined for a wrong password. */
export const logIn = (shop: RunningShop, { email }: Account, secret = password): Promise<Session> =>
  apiData<Session>(shop, '/customer/login', { email, password: secret });

/** Page object for the sign-in and sign-up pages. */
export function useAuthForm(page: Page) {
  const typed = (label: string) => page.getByLabel(label, { exact: true }).and(page.locator('input:visible'));
  /** The text below a field: its error, or else its hint. */
  const said = (label: string) =>
    typed(label).evaluate((input) => document.getElementById(input.getAttribute('aria-describedby') ?? '')?.textContent ?? '');
  return {
    typed,
    said,
    press: (name: string | RegExp) => page.locator('main').getByRole('button', { name, exact: true }).click(),
    fill: async (values: Record<string, string>) => {
      for (const [label, value] of Object.entries(values)) await typed(label).fill(value);
    },
    /** Fills a field and expects the text below it. */
    expectSaid: async (label: string, value: string, message: string) => {
      await typed(label).fill(value);
      await typed(label).blur();
      await expect.poll(() => said(label), { message: `${label} “${value.slice(0, 60)}”` }).toBe(message);
    },
    toast: (text: string) => page.locator('[data-sonner-toast]').filter({ hasText: text }),
    notice: () => page.locator('main').getByRole('alert'),
    focused: () => page.evaluate(() => document.activeElement?.getAttribute('name')),
    path: () => new URL(page.url()).pathname + new URL(page.url()).search,
  };
}

export type AuthForm = ReturnType<typeof useAuthForm>;
