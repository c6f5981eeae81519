import { expect, test } from 'vitest';
import { csvFile, store, temporaryFolder } from '#tests/support/cli/run-command.ts';

const rows = [
  ['Handle', 'Title', 'Type', 'Variant Price', 'Variant Inventory Qty'],
  ['cap', 'Cap', 'Caps', '499', '4'],
];

interface ShownLimit {
  limit: string;
  value: string;
  default: string;
}

async function newShop() {
  const dataDir = temporaryFolder();
  await store(dataDir, 'import', csvFile(rows), '--no-pictures');
  const limits = async () => {
    const shown = JSON.parse((await store(dataDir, 'limits', 'show', '--json')).out) as ShownLimit[];
    return Object.fromEntries(shown.map(({ limit, value }) => [limit, value]));
  };
  return { set: (...assignments: string[]) => store(dataDir, 'limits', 'set', ...assignments), limits, dataDir };
}

test('limits can be shown with their defaults, set, turned off and reset', async () => {
  const { set, limits, dataDir } = await newShop();
  const before = await limits();
  expect(before).toMatchObject({ sms_per_hour: '300', cod_open_per_customer: '15', cod_amount_per_checkout: '199999.00' });
  const changed = await set('sms_per_hour=50', 'cod_amount_per_checkout=4999.50', 'holds_per_day=off');
  expect(changed).toMatchObject({ code: 0, err: '' });
  expect(changed.out).toContain('Saved.');
  expect(await limits()).toEqual({
    ...before,
    sms_per_hour: '50',
    cod_amount_per_checkout: '4999.50',
    holds_per_day: 'off',
  });
  await set('sms_per_hour=', 'cod_amount_per_checkout=', 'holds_per_day=');
  expect(await limits()).toEqual(before);
  expect((await store(dataDir, 'limits', 'show')).out).toMatch(
    /^limit +value +default +about\nsms_per_hour +300 +300 +Text messages/,
  );
});

test.each([
  ['sms_per_hour=-1', 1, 'sms_per_hour must be a whole number, "off" or empty, but is "-1"'],
  ['sms_per_hour=1.5', 1, 'sms_per_hour must be a whole number'],
  ['cod_amount_per_checkout=₹500', 1, 'cod_amount_per_checkout must be an amount in rupees'],
  ['texts=5', 1, 'There is no limit "texts". Limits are: sms_per_hour,'],
  ['sms_per_hour', 2, '"sms_per_hour" is not of the form name=value'],
])('"%s" is refused and changes nothing', async (assignment, code, message) => {
  const { set, limits } = await newShop();
  const before = await limits();
  const ended = await set('mail_per_hour=7', assignment);
  expect(ended).toMatchObject({ code, err: expect.stringContaining(message) });
  expect(await limits()).toEqual(before);
});
