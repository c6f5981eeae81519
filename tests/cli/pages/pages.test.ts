import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { openDatabase } from '#api/database/open-database.ts';
import { readStoreInfo } from '#api/services/store/settings.ts';
import { readStarterText } from '#cli/pages/page-files.ts';
import type { StoreInfo } from '#lib/contract/store.ts';
import { renderMarkdown } from '#lib/page/text/markdown.ts';
import { listWrittenPages, textPages } from '#lib/rules/routes/text-pages.ts';
import { store, temporaryFolder } from '#tests/support/cli/run-command.ts';

const allFiles = ['faq.md', 'privacy.md', 'returns.md', 'shipping.md', 'terms.md'];

let dataDir: string;
let folder: string;
beforeEach(async () => {
  dataDir = temporaryFolder();
  folder = join(dataDir, 'texts');
  await store(dataDir, 'theme', 'set', 'store_name=Meena Stores');
});

const text = (file: string) => readFileSync(join(folder, file), 'utf8');
const edit = (file: string, change: (before: string) => string) => writeFileSync(join(folder, file), change(text(file)));
const agree = (before: string) => before.slice(before.indexOf('\n') + 1);
const list = async (): Promise<Record<string, string>> =>
  Object.fromEntries(
    JSON.parse((await store(dataDir, 'pages', '--json')).out).map(({ file, text }: Record<string, string>) => [file, text]),
  );
const changeSettings = (...assignments: string[]) => store(dataDir, 'theme', 'set', ...assignments);

async function info(): Promise<StoreInfo> {
  const db = await openDatabase(dataDir);
  try {
    return await readStoreInfo(db);
  } finally {
    await db.destroy();
  }
}
const published = async () => listWrittenPages(await info()).map(({ path }) => path);

test('a new shop has no texts, and drafts of all are written to a new folder', async () => {
  expect(await list()).toEqual(Object.fromEntries(allFiles.map((file) => [file, 'missing'])));
  expect((await store(dataDir, 'pages', 'write', folder)).code).toBe(0);
  expect(readdirSync(folder).sort()).toEqual(allFiles);
});

test('unedited drafts are not published, whatever an editor did to their line ends and their encoding', async () => {
  await store(dataDir, 'pages', 'write', folder);
  edit('terms.md', (before) => before.replaceAll('\n', '\r\n'));
  edit('privacy.md', (before) => `\ufeff${before.trimEnd()}`);
  writeFileSync(join(folder, 'returns.md'), Buffer.from(`\ufeff${text('returns.md')}`, 'utf16le'));
  const { code, out } = await store(dataDir, 'pages', 'read', folder);
  expect([code, out]).toEqual([0, expect.stringContaining('A draft is not shown to shoppers')]);
  expect(await published()).toEqual([]);
  for (const { setting } of textPages.slice(1)) {
    const refused = await changeSettings(
      `${setting}=@${join(folder, `${setting === 'shipping_policy' ? 'shipping' : setting}.md`)}`,
    );
    expect([refused.code, refused.err]).toEqual([1, expect.stringContaining(`${setting} is the draft as it was written`)]);
  }
});

test('an edited draft is published, and one of which the first line was deleted', async () => {
  await store(dataDir, 'pages', 'write', folder);
  edit('returns.md', (before) => before.replace('within 7 days', 'within 15 days'));
  for (const file of ['faq.md', 'shipping.md']) edit(file, agree);
  expect((await store(dataDir, 'pages', 'read', folder)).code).toBe(0);
  expect(await published()).toEqual(['/faq', '/returns', '/shipping']);
  expect((await info()).returns).toContain('within 15 days');
  expect((await info()).faq?.map(({ question }) => question)).toContain('How can I pay?');
  expect(await list()).toMatchObject({
    'terms.md': 'missing',
    'returns.md': expect.stringMatching(/^published, \d+ characters$/),
  });
});

test('what is published is written again as it was, files that exist are kept, and reading twice changes nothing', async () => {
  await store(dataDir, 'pages', 'write', folder);
  for (const file of allFiles) edit(file, agree);
  edit('faq.md', (before) => `${before}\n## Is # a sign?\n\n\\# is one.\n\n- a\n- b\n`);
  await store(dataDir, 'pages', 'read', folder);
  const before = await info();
  const again = join(dataDir, 'again');
  await store(dataDir, 'pages', 'write', again);
  expect((await store(dataDir, 'pages', 'read', again)).code).toBe(0);
  expect(await info()).toEqual(before);
  edit('terms.md', () => 'Mine');
  expect((await store(dataDir, 'pages', 'write', folder)).out).toContain('kept: the file exists');
  expect(text('terms.md')).toBe('Mine');
});

test('an empty file takes its page away, an absent one keeps it', async () => {
  mkdirSync(folder);
  for (const file of ['terms.md', 'returns.md']) writeFileSync(join(folder, file), 'Read this.');
  await store(dataDir, 'pages', 'read', folder);
  const other = temporaryFolder();
  writeFileSync(join(other, 'terms.md'), ' \n');
  await store(dataDir, 'pages', 'read', other);
  expect(await published()).toEqual(['/returns']);
});

describe('what cannot be read', () => {
  const wrong: [file: string, content: string | Buffer, said: string][] = [
    ['terms.md', 'Write to {{mail}}.', 'terms.md: there is no {{mail}}. The words that are filled are: store_name, legal_name'],
    ['faq.md', 'Hello\n\n## Why?\n\nBecause.', 'faq.md: the text before the first question is not shown'],
    ['faq.md', '## Why?\n\n## When?\n\nNow.', 'faq.md: "Why?" has no answer'],
    ['privacy.md', 'x'.repeat(30_001), 'privacy.md has 30001 characters; a page may have at most 30000'],
    ['returns.md', Buffer.from('PK\x03\x04\0\0'), 'is not a text file. Save it as plain text (UTF-8)'],
  ];

  test.each(wrong)('%s is refused with what to do, and nothing is saved', async (file, content, said) => {
    mkdirSync(folder);
    writeFileSync(join(folder, 'shipping.md'), 'By post.');
    writeFileSync(join(folder, file), content);
    expect(await store(dataDir, 'pages', 'read', folder)).toMatchObject({ code: 1, err: expect.stringContaining(said) });
    expect(await published()).toEqual([]);
  });

  test('a folder without texts and one that is not there', async () => {
    expect((await store(dataDir, 'pages', 'read', dataDir)).err).toContain('has none of faq.md, terms.md');
    expect((await store(dataDir, 'pages', 'read', folder)).err).toContain('There is no folder');
    expect(existsSync(folder)).toBe(false);
  });
});

describe('words that are filled from the settings', () => {
  const details = [
    'legal.legal_name=Meena * Stores_LLP',
    'legal.address=4 Mill Road\nMysuru 570001',
    'legal.support_email=care_of@shop.example',
    'legal.grievance_officer_name=Asha Rao',
  ];

  test('follow later changes, are no markup, and take their line away when they have no value', async () => {
    await store(dataDir, 'pages', 'write', folder);
    for (const file of allFiles) edit(file, agree);
    await store(dataDir, 'pages', 'read', folder);
    await changeSettings(...details);
    const { terms = '', shipping_policy = '' } = await info();
    const html = renderMarkdown(terms);
    expect(html).toContain('Meena * Stores_LLP');
    expect(html).toContain('<li>Address: 4 Mill Road Mysuru 570001</li>');
    expect(html).toContain('<a href="mailto:care_of@shop.example">care_of@shop.example</a>');
    expect(html).toContain('Asha Rao, Grievance Officer');
    expect(html).not.toMatch(/GSTIN|Phone|\{\{/);
    expect(shipping_policy).toContain('Shipping is free.');
    await store(dataDir, 'shipping', 'set', 'charge=49', 'free_from=499');
    expect((await info()).shipping_policy).toContain('Shipping ₹49.00, free over ₹499.00.');
    expect(text('terms.md')).toContain('{{legal_name}}');
  });

  test('leave no word unfilled in any starter text once all settings are there', async () => {
    await store(dataDir, 'pages', 'write', folder);
    for (const file of allFiles) edit(file, agree);
    await store(dataDir, 'pages', 'read', folder);
    await changeSettings(...details, 'legal.gstin=29ABCDE1234F1ZW', 'legal.support_phone=9876543210', 'legal.state=Karnataka');
    const all = JSON.stringify(await info());
    expect(all).not.toContain('{{');
    for (const word of ['29ABCDE1234F1ZW', '9876543210', 'Karnataka']) expect(all).toContain(word);
  });
});

test('the starter texts name what the law asks of an online shop, and link only to pages of the shop', () => {
  const terms = readStarterText('terms');
  for (const word of ['{{legal_name}}', '{{address}}', '{{officer_name}}', 'within 48 hours', 'within one month'])
    expect(terms).toContain(word);
  expect(readStarterText('privacy')).toContain('Digital Personal Data Protection Act, 2023');
  for (const word of ['## Refunds', '## Exchange', 'within 7 days']) expect(readStarterText('returns')).toContain(word);
  const known: string[] = textPages.map(({ path }) => path);
  for (const { setting } of textPages)
    for (const [, link = ''] of readStarterText(setting).matchAll(/\]\((\/[^)]*)\)/g)) expect(known).toContain(link);
});
