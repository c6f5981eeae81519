import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findXmlEncoding, MalformedXml, readXmlItems } from '#api/services/import/tables/xml.ts';
import { textFile } from '#tests/support/cli/run-command.ts';

const read = async (text: string) => Array.fromAsync(readXmlItems(textFile(text, 'feed.xml'), ['item', 'entry']));

test('entries are read with their lines, paths, attributes and repeated elements', async () => {
  const [first, second, ...others] = await read(`<?xml version="1.0"?>
<rss><channel><title>Shop</title>
<item><title>Tea &amp; pot</title><category domain="a">One</category><category>Two</category>
  <wp:meta><wp:key>k</wp:key></wp:meta><wp:meta><wp:key>l</wp:key><wp:value><![CDATA[<b>&]]></wp:value></wp:meta></item>
<item><link href="x"/></item></channel></rss>`);
  expect(others).toEqual([]);
  expect(first?.line).toBe(3);
  expect(second?.line).toBe(5);
  expect(Object.fromEntries(first?.fields ?? [])).toEqual({
    title: ['Tea & pot'],
    category: ['One', 'Two'],
    'category@domain': ['a'],
    'wp:meta': ['', ''],
    'wp:meta/wp:key': ['k', 'l'],
    'wp:meta/wp:value': ['', '<b>&'],
  });
  expect(Object.fromEntries(second?.fields ?? [])).toEqual({ link: [''], 'link@href': ['x'] });
});

describe('a file is refused', () => {
  test.each([
    ['that declares entities', '<!DOCTYPE r [<!ENTITY a "aaaa">]><r><item><b>&a;</b></item></r>'],
    ['that uses other entities', '<r><item><b>&nbsp;</b></item></r>'],
    ['that is nested without end', `<r><item>${'<b>'.repeat(40)}${'</b>'.repeat(40)}</item></r>`],
    ['with an endless entry', `<r><item>${'<b>0123456789</b>'.repeat(400_000)}</item></r>`],
    ['with an endless text', `<r><item><b>${'0123456789'.repeat(500_000)}</b></item></r>`],
    ['that is cut off', '<r><item><b>1</b></item>'],
  ])('%s', async (_, text) => {
    await expect(read(text)).rejects.toThrow(MalformedXml);
  });
});

test.each([
  ['<?xml version="1.0"?><rss/>', 'utf-8'],
  ['\ufeff<rss version="2.0"></rss>', 'utf-8'],
  ['<?xml version="1.0" encoding="ISO-8859-1"?><rss/>', 'windows-1252'],
  ['<feed xmlns="http://www.w3.org/2005/Atom">', 'utf-8'],
  ['<!DOCTYPE html><html>', undefined],
  ['<html lang="en">', undefined],
  ['Handle,Title', undefined],
  ['', undefined],
])('%s is told by its start', async (text, encoding) => {
  expect(await findXmlEncoding(textFile(text))).toBe(encoding);
});

test('any texts come back', async () => {
  const escapeXml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll(']]>', ']]&gt;');
  const text = fc.string({ unit: fc.constantFrom(...'a&<>"\'é ह🥻;]') });
  await fc.assert(
    fc.asyncProperty(fc.array(text, { maxLength: 5 }), async (texts) => {
      const items = await read(`<r>${texts.map((value) => `<item><t>${escapeXml(value)}</t></item>`).join('')}</r>`);
      expect(items.map(({ fields }) => fields.get('t')?.[0])).toEqual(texts.map((value) => value.trim()));
    }),
    { numRuns: 40 },
  );
});
