import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect } from 'vitest';
import { fieldErrors } from '#lib/contract/messages/field-errors.ts';
import { axeViolationsInThemes } from '#tests/support/browser/axe.ts';
import { recordLayoutShifts } from '#tests/support/browser/layout-shifts.ts';
import { setting } from '#tests/support/browser/setting.ts';
import { startSmallShop } from '#tests/support/browser/shared-shops.ts';
import { desktop, openPage } from '#tests/support/browser/test-page.ts';
import { useShop } from '#tests/support/shop-test.ts';

const smallPhone = { width: 360, height: 740 };

const names = {
  english:
    'Hand-Block Printed Crew-Neck Cotton Kurta with Contrast Piping Side Pockets and Three-Quarter Sleeves for Festive Evenings',
  hindi: 'कपास का हाथ से बुना हुआ त्योहारों के लिए लंबी आस्तीन वाला कुर्ता जिसमें किनारे पर कढ़ाई और दो जेबें हैं बहुत सुंदर रंगों में उपलब्ध',
  tamil: 'பருத்தி கையால் நெய்யப்பட்ட பண்டிகை கால நீண்ட கை குர்தா பக்க பாக்கெட்டுகள் மற்றும் அழகிய எம்பிராய்டரி வேலைப்பாடுகளுடன் கிடைக்கும்',
};

const zones = `Zone,Pincodes,States,Days,Order From,Charge,Free From,COD,COD Fee,COD Up To
Kerala,,Kerala,1-2,,40,,yes,25,
Islands,744,,6-9,,150,,no,,
`;

const small = { viewport: smallPhone };
const [{ shop, test }, { shop: zoned }] = await Promise.all([useShop(startSmallShop(), small), useShop(startSmallShop())]);
const desktopTest = test.extend('pageOptions', { viewport: desktop });
const touchTest = test.extend('pageOptions', { ...small, hasTouch: true, isMobile: true });
beforeAll(async () => {
  const rows = [
    'Handle,Title,Body (HTML),Type,Variant Price,Variant Inventory Qty,Attributes',
    ...Object.entries(names).map(
      ([handle, name]) =>
        `${handle},${name},<p>For festive evenings.</p>,Kurtas,999,5,Fabric: Cotton; Wash care: Cold; Pockets: Two`,
    ),
  ];
  const file = join(shop.dataDir, 'kurtas.csv');
  writeFileSync(file, rows.join('\n'));
  await shop.store('import', file, '--no-pictures');
  await shop.store('theme', 'set', 'return_days=7', 'returns=Within seven days.');
  const zonesFile = join(zoned.dataDir, 'zones.csv');
  writeFileSync(zonesFile, zones);
  await zoned.store('shipping', 'import', zonesFile);
});

describe('a name', () => {
  touchTest.for(Object.entries(names))(
    'of 120 characters takes three lines at most, and is shown whole on demand: %s',
    async ([handle, name], { page }) => {
      const shifts = await recordLayoutShifts(page);
      await page.goto(`${shop.url}/products/${handle}`, { waitUntil: 'networkidle' });
      const heading = page.getByRole('heading', { level: 1 });
      expect(await heading.textContent()).toBe(name);
      const lines = () =>
        heading.evaluate((element) => Math.round(element.clientHeight / Number.parseFloat(getComputedStyle(element).lineHeight)));
      expect(await lines()).toBe(3);
      const more = page.getByRole('button', { name: 'more', exact: true });
      await more.waitFor();
      expect(await shifts()).toEqual([]);
      expect(await axeViolationsInThemes(page, 'a long name')).toEqual([]);
      await more.tap();
      expect(await lines()).toBeGreaterThan(3);
      expect(await more.count()).toBe(0);
      expect(await heading.evaluate((element) => element === document.activeElement)).toBe(true);
    },
  );

  desktopTest('that fits has no button, and does not break at the hyphen of short words', async ({ page }) => {
    await page.goto(`${shop.url}/products/plain-tee`, { waitUntil: 'networkidle' });
    expect(await page.getByRole('button', { name: 'more', exact: true }).count()).toBe(0);
    await page.goto(`${shop.url}/products/english`, { waitUntil: 'networkidle' });
    const unbroken = page.locator('h1 .unbroken');
    expect(await unbroken.allTextContents()).toEqual(['Hand-Block', 'Crew-Neck', 'Three-Quarter']);
    for (const part of await unbroken.all()) expect(await part.evaluate((span) => span.getClientRects().length)).toBe(1);
    const html = await (await fetch(`${shop.url}/products/english`)).text();
    expect(html).toContain(`"name":"${names.english}"`);
  });
});

describe('the delivery card', () => {
  test('says of every order what holds in the whole shop, before a pincode is known and without script', async () => {
    const lines = ['Free shipping on every order', 'Cash on delivery available', '7-day returns'];
    for (const javaScriptEnabled of [true, false]) {
      const { page } = await openPage({ viewport: smallPhone, javaScriptEnabled });
      await page.goto(`${shop.url}/products/plain-tee`);
      const card = page.getByRole('region', { name: 'Delivery' });
      expect(await card.getByRole('listitem').allInnerTexts()).toEqual(lines);
      expect(await card.getByLabel('Delivery pincode').isVisible()).toBe(javaScriptEnabled);
    }
  });

  test('keeps the pincode until it is changed, also on the next page, and moves nothing', async ({ page, pageErrors }) => {
    const shifts = await recordLayoutShifts(page);
    await page.goto(`${shop.url}/products/plain-tee`);
    const card = page.getByRole('region', { name: 'Delivery' });
    const field = card.getByLabel('Delivery pincode');
    await field.pressSequentially('682001');
    await card.getByText('Deliver to 682001').waitFor();
    await card.getByText(/Kochi|Ernakulam/).waitFor();
    expect(await field.isVisible()).toBe(false);
    const change = card.getByRole('button', { name: 'Change' });
    await expect.poll(() => change.evaluate((button) => button === document.activeElement)).toBe(true);
    await page.mouse.move(0, 0);
    await page.goto(`${shop.url}/products/english`, { waitUntil: 'networkidle' });
    await card.getByText('Deliver to 682001').waitFor();
    expect(await card.locator('xpath=ancestor::astro-island').getAttribute('ssr')).not.toBeNull();
    expect(await shifts()).toEqual([]);
    await change.click();
    await expect.poll(() => field.evaluate((input) => input === document.activeElement)).toBe(true);
    expect(await field.inputValue()).toBe('682001');
    await field.fill('000000');
    await card.getByText(fieldErrors.pincodeUnknown).waitFor();
    await field.fill('560001');
    await card.getByText('Deliver to 560001').waitFor();
    expect(pageErrors.filter((error) => !error.includes('ERR_FAILED'))).toEqual([]);
  });

  test('says what the shipping table says of a pincode: date, cash on delivery, charge, or that it is not served', async ({
    page,
  }) => {
    await page.goto(`${zoned.url}/products/long-wallet`);
    const card = page.getByRole('region', { name: 'Delivery' });
    const lines = () => card.getByRole('listitem').allInnerTexts();
    expect(await lines()).toEqual(['Shipping up to ₹150.00', 'Cash on delivery depends on the pincode']);
    const ask = async (pincode: string) => {
      if (await card.getByRole('button', { name: 'Change' }).isVisible())
        await card.getByRole('button', { name: 'Change' }).click();
      await card.getByLabel('Delivery pincode').fill(pincode);
      await card.getByText(`Deliver to ${pincode}`, { exact: true }).waitFor();
    };
    const answered = page.waitForResponse('**/delivery-quote');
    await ask('682001');
    await expect.poll(lines).toEqual(['Shipping ₹40.00', 'Cash on delivery available, fee ₹25.00']);
    const { data } = (await (await answered).json()) as { data: { by: string } };
    const day = Number(data.by.slice(-2));
    const date = card.getByText(new RegExp(`by \\w{3}, ${day} \\w{3}`));
    await date.waitFor();
    // In its own line it begins where the line above does, without a dot.
    await page.setViewportSize({ width: 320, height: 740 });
    const begins = await card.locator('.delivery-known b').evaluateAll((parts) =>
      ['Deliver', ''].map((start, i) => {
        const text = document.createRange();
        text.selectNodeContents((start ? parts[i]?.parentNode : parts[i]) as Node);
        return text.getClientRects()[0]?.left ?? 0;
      }),
    );
    expect(begins[1]).toBeCloseTo(begins[0] ?? 0, 0);
    await page.setViewportSize(smallPhone);
    expect(await axeViolationsInThemes(page, 'a delivery card')).toEqual([]);
    await ask('744101');
    await expect.poll(lines).toEqual(['Shipping ₹150.00', 'Cash on delivery is not available for this pincode']);
    await ask('110001');
    await card.getByText('We do not deliver to 110001.').waitFor();
    expect(await card.getByRole('listitem').filter({ visible: true }).count()).toBe(0);
  });
});

describe('below the buy box', () => {
  test('details are folded but for the first, and all of them are in the HTML', async ({ page }) => {
    await page.goto(`${shop.url}/products/english`, { waitUntil: 'networkidle' });
    const folds = page.locator('.product-details .fold');
    expect(await folds.locator('h2').allTextContents()).toEqual([
      'Details',
      'Fabric & care',
      'Product information',
      'Delivery and returns',
    ]);
    expect(await folds.evaluateAll((all) => all.map((one) => (one as HTMLDetailsElement).open))).toEqual([
      true,
      false,
      false,
      false,
    ]);
    expect(await folds.nth(1).locator('dl').innerText()).toBe('');
    await folds.nth(1).locator('summary').click();
    expect(await folds.nth(1).locator('dl').innerText()).toMatch(/Fabric\s+Cotton\s+Wash care\s+Cold/);
    await folds.nth(2).locator('summary').click();
    expect(await folds.nth(2).locator('dl').innerText()).toMatch(/Pockets\s+Two/);
    await folds.nth(3).locator('summary').click();
    await folds.nth(3).getByText('Shipping is free.').waitFor();
    await folds.nth(3).getByText('7-day returns').waitFor();
    expect(await folds.nth(3).getByRole('link', { name: 'Returns & Refunds' }).getAttribute('href')).toBe('/returns');
    expect(await axeViolationsInThemes(page, 'unfolded details')).toEqual([]);
  });

  test('a question about the product has its name as the subject, in a page that is the same for all', async ({
    page,
    pageErrors,
  }) => {
    await page.goto(`${shop.url}/products/english`, { waitUntil: 'networkidle' });
    await page.getByRole('link', { name: 'Ask about this product' }).click();
    const subject = page.getByLabel('Subject');
    await expect.poll(() => subject.inputValue()).toBe(`Question about ${names.english}`);
    await page.getByLabel('Message').fill('Is it long?');
    expect(await subject.inputValue()).toBe(`Question about ${names.english}`);
    await page.getByRole('button', { name: 'Send message' }).click();
    await page.getByText('First name').first().waitFor();
    expect(await subject.getAttribute('aria-invalid')).not.toBe('true');
    expect(pageErrors).toEqual([]);
  });

  test('recently viewed products show the price that they have now, asked for in one call', async ({ page }) => {
    const shifts = await recordLayoutShifts(page);
    for (const slug of ['plain-tee', 'long-wallet'])
      await page.goto(`${shop.url}/products/${slug}`, { waitUntil: 'networkidle' });
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/get-products')) asked.push(request.url());
    });
    await page.goto(`${shop.url}/products/english`, { waitUntil: 'networkidle' });
    // A static page also asks for its own offers, sooner or later.
    if (setting !== 'static') expect(asked).toEqual([]);
    const row = page.locator('[data-viewed]');
    await row.scrollIntoViewIfNeeded();
    await expect.poll(() => row.locator('.card .price').count()).toBe(2);
    if (setting !== 'static') expect(asked).toHaveLength(1);
    for (const price of await row.locator('.price').allInnerTexts()) expect(price).toMatch(/₹[\d,]+\.\d\d$/);
    // The header shrinks when the page is scrolled.
    expect((await shifts()).filter((shift) => !shift.includes('My Account'))).toEqual([]);
  });
});
