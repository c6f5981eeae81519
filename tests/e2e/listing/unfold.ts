import type { Page } from 'playwright';

/** Opens the two fields of a price, which are folded where the store counts bands of prices. */
export async function unfoldPrices(page: Page): Promise<void> {
  const summary = page.locator('#filters').getByText('Another price');
  if ((await summary.count()) > 0 && !(await page.getByLabel('To ₹').isVisible())) await summary.click();
}
