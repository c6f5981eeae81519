import { test } from 'vitest';
import { demoShop, smallShop } from '#tests/support/browser/shared-shops.ts';
import type { RunningShop } from '#tests/support/browser/shop-server.ts';
import { openPage, type PageOptions } from '#tests/support/browser/test-page.ts';

const testsIn = (shop: RunningShop, options: PageOptions) =>
  test
    .extend('shop', () => shop)
    .extend('visitor', () => openPage(options))
    .extend('page', ({ visitor }) => visitor.page)
    .extend('pageErrors', ({ visitor }) => visitor.pageErrors);

/** Tests of the demo shop, each with a page of a new guest. The shop starts here, because its start counts to no test's time. */
export const demoTest = async (options: PageOptions = {}) => testsIn(await demoShop(), options);

/** The same in the small shop. */
export const smallTest = async (options: PageOptions = {}) => testsIn(await smallShop(), options);
