import { beforeAll, expect, test } from 'vitest';
import { createCustomer, type Session, saveSession } from '#tests/support/browser/customer.ts';
import { startSmallShop } from '#tests/support/browser/shared-shops.ts';
import { openPage } from '#tests/support/browser/test-page.ts';
import { useShop } from '#tests/support/shop-test.ts';

const { shop } = await useShop(startSmallShop());
let customer: Session;
beforeAll(async () => {
  customer = await createCustomer(shop);
});

const names = [
  'Haat',
  'Shri Venkateshwara Handlooms and Handicrafts Emporium of Kanchipuram',
  'श्री वेंकटेश्वर हथकरघा एवं हस्तशिल्प भंडार',
  'ஸ்ரீவெங்கடேஸ்வராகைத்தறிமற்றும்கைவினைப்பொருட்கள்அங்காடி',
];

/** The bar's targets as "name x–right", those too small or over another first; and how wide the page and the name are. */
function measureBar() {
  const boxes = [...document.querySelectorAll<HTMLElement>('.bar :is(.icon-button, .brand)')]
    .filter((target) => target.checkVisibility())
    .map((target) => ({ target, box: target.getBoundingClientRect() }))
    .sort((one, other) => one.box.left - other.box.left);
  const isWrong = ({ box }: (typeof boxes)[0], i: number): boolean =>
    box.width < 44 ||
    box.height < 44 ||
    box.left < 0 ||
    box.right > innerWidth ||
    box.right > (boxes[i + 1]?.box.left ?? innerWidth) + 0.5;
  return {
    wrong: boxes.filter(isWrong).map(({ target, box }) => `${target.ariaLabel ?? target.className} ${box.left}–${box.right}`),
    targets: boxes.length,
    width: document.documentElement.scrollWidth,
  };
}

test.for(names)('the header has targets of 44 px that cover nothing beside the name “%s”', async (name) => {
  await shop.store('theme', 'set', `store_name=${name}`);
  for (const width of [320, 360, 390, 400, 480])
    for (const isSignedIn of [false, true]) {
      const { page } = await openPage({ viewport: { width, height: 740 } });
      if (isSignedIn) await saveSession(page, shop, customer);
      await page.goto(`${shop.url}/faq`);
      await page.getByRole('button', { name: isSignedIn ? 'Account' : 'Menu', exact: true }).waitFor();
      const targets = !isSignedIn ? 5 : width < 360 ? 6 : 7;
      expect([isSignedIn, await page.evaluate(measureBar)]).toEqual([isSignedIn, { wrong: [], targets, width }]);
    }
});
