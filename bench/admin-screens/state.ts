import type { Page } from 'playwright';
import type { Db } from '../../src/api/database/schema/engine.ts';
import type { RunningShop } from '../../tests/support/browser/shop-server.ts';
import type { FilledShop } from './fill-shop.ts';

/** What the states of pages are opened in. */
export interface World extends FilledShop {
  shop: RunningShop;
  db: Db;
  /** The action that has delivered 200 orders at once. */
  bulkAction: number;
}

/** A page of the admin in one state. */
export interface State {
  /** Name of its pictures. */
  name: string;
  /** Below the admin's address. */
  path: string | ((world: World) => string);
  as?: 'packer' | 'nobody';
  /** Opens the state on the page. What it changes in the shop is there for the states after it. */
  open?: (page: Page, world: World) => Promise<unknown>;
}

/** Presses a button by its name, and waits for the page that follows. */
export async function press(page: Page, name: string | RegExp): Promise<void> {
  await page
    .getByRole('button', { name, exact: typeof name === 'string' })
    .first()
    .click();
  await page.waitForLoadState('networkidle');
}

/** A state that a page has after a button was pressed. */
export const pressing =
  (...names: (string | RegExp)[]) =>
  async (page: Page): Promise<void> => {
    for (const name of names) await press(page, name);
  };

/** Opens what summaries hide. */
export const unfolding =
  (...names: string[]) =>
  async (page: Page): Promise<void> => {
    for (const name of names) await page.locator('summary').filter({ hasText: name }).first().click();
  };

/** Fills in fields by their labels. */
export async function fill(page: Page, fields: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, value] of Object.entries(fields)) await page.getByLabel(label, { exact: true }).first().fill(value);
}
