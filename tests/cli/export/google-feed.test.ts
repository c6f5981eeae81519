import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { validateXML } from 'xmllint-wasm';
import { renderXmlElement } from '#lib/page/seo/xml.ts';
import { emptyShop, storeIn, temporaryFolder } from '#tests/support/cli/run-command.ts';

const item = (id: string, title: string, more = ''): string =>
  `<item>${renderXmlElement('g:id', id)}${renderXmlElement('g:title', title)}${renderXmlElement('g:price', '499.00 INR')}${more}<g:shipping>${renderXmlElement('g:country', 'IN')}${renderXmlElement('g:price', '49.00 INR')}</g:shipping></item>`;

const feed = (...items: string[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0"><channel><title>Shop</title>\n${items.join('\n')}\n</channel></rss>\n`;

const pictures = ['https://a.example/1,2.jpg', 'https://a.example/3.jpg'].map((url) =>
  renderXmlElement('g:additional_image_link', url),
);

/** Serves files of a feed as a shop does, which sends other paths to its page of an error. */
async function serve(files: Record<string, string>): Promise<string> {
  const server = createServer(({ url = '' }, response) => {
    const file = files[url];
    if (file === undefined) response.writeHead(302, { location: '/404' }).end();
    else response.writeHead(200, { 'content-type': 'application/xml; charset=utf-8' }).end(file);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('the feed of a running shop is one file of XML, or of text with tabs', async () => {
  const { dataDir } = await emptyShop();
  const site = await serve({
    '/feed.xml': feed(item('1', '=Cap <"&">'), item('2', 'शर्ट', pictures.join(''))),
    '/feed-2.xml': feed(item('3', 'Two\nlines\tand a tab')),
  });
  const folder = temporaryFolder();
  const run = (file: string) =>
    storeIn({ DATA_DIR: dataDir, PUBLIC_SITE_URL: site }, 'export', join(folder, file), '--as', 'google');
  expect(await run('feed.xml')).toMatchObject({ code: 0, out: expect.stringContaining('3 items') });
  const xml = readFileSync(join(folder, 'feed.xml'), 'utf8');
  expect(xml.match(/<item>/g)).toHaveLength(3);
  expect(xml.match(/<channel>|<\/rss>/g)).toHaveLength(2);
  const document = { fileName: 'feed.xml', contents: xml };
  expect((await validateXML({ xml: [document], normalization: 'format' })).errors).toEqual([]);
  expect((await run('feed.tsv')).code).toBe(0);
  const [header = '', ...lines] = readFileSync(join(folder, 'feed.tsv'), 'utf8').trim().split('\n');
  const names = header.split('\t');
  const rows = lines.map((line) => Object.fromEntries(line.split('\t').map((cell, i) => [names[i], cell])));
  expect(rows).toMatchObject([
    { id: '1', title: '\'=Cap <"&">', price: '499.00 INR', shipping: 'IN:::49.00 INR' },
    { id: '2', title: 'शर्ट', additional_image_link: 'https://a.example/1%2C2.jpg,https://a.example/3.jpg' },
    { id: '3', title: 'Two lines and a tab' },
  ]);
});

test('without a running shop there is no file, and the command says what to do', async () => {
  const { dataDir } = await emptyShop();
  const file = join(temporaryFolder(), 'feed.xml');
  const unset = await storeIn({ DATA_DIR: dataDir, PUBLIC_SITE_URL: '' }, 'export', file, '--as', 'google');
  expect(unset.err).toContain('Set PUBLIC_SITE_URL');
  const silent = await storeIn({ DATA_DIR: dataDir, PUBLIC_SITE_URL: 'http://127.0.0.1:9' }, 'export', file, '--as', 'google');
  expect(silent).toMatchObject({ code: 1, err: expect.stringContaining('start the shop') });
  expect(existsSync(file)).toBe(false);
});
