import { beforeEach, describe, expect, test } from 'vitest';
import { storeSettings } from '#lib/contract/store.ts';
import { store, temporaryFolder } from '#tests/support/cli/run-command.ts';

let dataDir: string;
beforeEach(async () => {
  dataDir = temporaryFolder();
  await store(dataDir, 'theme', 'set', 'store_name=Meena Stores');
});

const shown = async () => (await store(dataDir, 'theme', 'show')).out.split('\n');
const line = async (setting: string) => (await shown()).find((row) => row.startsWith(`${setting} `)) ?? '';

test('theme show lists every setting, also those that are not set, with its default', async () => {
  const keys = (await shown()).map((row) => row.split(' ')[0]);
  const own = ['legal', 'shipping', 'menu', 'prepaid_discount'];
  expect(keys).toEqual(expect.arrayContaining(Object.keys(storeSettings.shape).filter((key) => !own.includes(key))));
  expect(keys).toEqual(
    expect.arrayContaining(['legal.legal_name', 'legal.gstin', 'legal.state', 'legal.grievance_officer_phone']),
  );
  expect(await line('store_name')).toMatch(/^store_name +Meena Stores +Haat$/);
  expect(await line('fontFamily')).toMatch(/^fontFamily +Instrument Sans +Instrument Sans$/);
  expect(await line('picture_ratio')).toMatch(/that of most pictures$/);
  await store(dataDir, 'theme', 'set', 'legal.gstin=none', 'picture_ratio=1:1');
  expect(await line('legal.gstin')).toMatch(/^legal\.gstin +none$/);
  expect(await line('picture_ratio')).toMatch(/^picture_ratio +1:1 +that/);
});

describe('theme set', () => {
  test('names the nearest readable colour for one on which text is hard to read', async () => {
    const set = await store(dataDir, 'theme', 'set', 'buttonBackgroundColor=#f0a', 'footerBackgroundColor=#111');
    expect(set.out).toContain('Text on buttonBackgroundColor=#ff00aa is hard to read; #e');
    expect(set.out).not.toContain('footerBackgroundColor=#111111 is hard');
    expect(await line('buttonBackgroundColor')).toContain('#ff00aa');
  });

  test('takes the days for returns as a number, and resets them', async () => {
    const set = await store(dataDir, 'theme', 'set', 'return_days=7', '--json');
    expect(JSON.parse(set.out)).toMatchObject({ return_days: 7 });
    await store(dataDir, 'theme', 'set', 'return_days=');
    expect(await line('return_days')).toMatch(/^return_days +not said$/);
  });

  test('takes search terms separated by commas, and resets them', async () => {
    await store(dataDir, 'theme', 'set', 'search_terms=Kurtas, Silk stoles,, Kurtas');
    expect(await line('search_terms')).toContain('["Kurtas","Silk stoles"]');
    await store(dataDir, 'theme', 'set', 'search_terms=');
    expect(await line('search_terms')).not.toContain('Kurtas');
  });

  test.each([
    ['search_terms=,', 'search_terms must be 1 to 12 terms'],
    [`search_terms=${'x'.repeat(41)}`, 'A search term may have at most 40 characters'],
    ['return_days=0', 'return_days must be a number of days from 1 to 365, but is "0"'],
    ['return_days=7 days', 'return_days must be a number of days from 1 to 365, but is "7 days"'],
    ['picture_ratio=16:9', 'picture_ratio must be one of 3:4, 4:5, 1:1'],
    [`announcement=${'x'.repeat(121)}`, 'announcement may have at most 120 characters, but has 121'],
    ['menu=[]', 'There is no setting "menu"'],
  ])('%s is refused', async (assignment, said) => {
    expect(await store(dataDir, 'theme', 'set', assignment)).toMatchObject({ code: 1, err: expect.stringContaining(said) });
  });
});
