import { describe, expect, test } from 'vitest';
import { cleanDescription } from '#api/services/import/read/clean-description.ts';
import { repairText } from '#api/services/import/read/text-repair.ts';
import { csvFile, emptyShop, importFiles, readProducts } from '#tests/support/cli/run-command.ts';
import { hostileStrings } from '#tests/support/real-files.ts';

const allowed = /<(?!\/?(?:p|div|br|strong|em|ul|ol|li|h3|h4|table|thead|tbody|tr|th|td|blockquote|hr|sub|sup)(?:\s|\/?>))/i;

describe.each(hostileStrings)('naughty strings, %s', (_, strings) => {
  test('become harmless titles, descriptions, sizes and tags', async () => {
    const { db } = await emptyShop();
    const rows = strings.map((text, index) => [`naughty-${index}`, text, text, text, text, text, '10.00', '1']);
    const header = [
      'Handle',
      'Title',
      'Body (HTML)',
      'Vendor',
      'Tags',
      'Option1 Value',
      'Variant Price',
      'Variant Inventory Qty',
    ];
    const summary = await importFiles(db, [csvFile([header, ...rows])], { skipBad: true });
    // Titles without a printable character and overlong names are refused.
    for (const { reason } of summary.badRows) expect(reason).toMatch(/^is (?:required|longer than)/);
    const products = await readProducts(db);
    expect(products.length).toBeGreaterThan(strings.length * 0.85);
    for (const product of products) {
      expect(product.description).not.toMatch(allowed);
      expect(product.description).not.toMatch(/<[^>]*\s(?:on\w+|style|href|src|class|id)\s*=/i);
      for (const text of [product.name, product.brand ?? '', product.keywords, product.variants[0]?.product_variation ?? '']) {
        // biome-ignore lint/suspicious/noControlCharactersInRegex: the test asserts their absence
        expect(text).not.toMatch(/[\u0000-\u001f\u202a-\u202e\ufffd]/);
      }
    }
  });
});

test('descriptions keep their structure and lose scripts, styles and attributes', () => {
  const html =
    '<h1 id="x" style="color:red">Care</h1><p class="a" onclick="x()">Wash <b>cold</b><script>alert(1)</script></p><p> &nbsp;</p><a href="javascript:x()">here</a><img src=x onerror=x()>';
  expect(cleanDescription(html)).toBe('<h3>Care</h3><p>Wash <strong>cold</strong></p>here');
  expect(cleanDescription('Light & cool.\n\nWash cold\nand < 30°')).toBe(
    '<p>Light &amp; cool.</p>\n<p>Wash cold<br />and &lt; 30°</p>',
  );
});

test('descriptions lose template content, which browsers do not show', () => {
  expect(cleanDescription('<p>Soft</p><template><p>Hidden</p></template>')).toBe('<p>Soft</p>');
});

test('damaged characters are repaired', () => {
  expect(repairText('Jersey â€“ Built for Champions')).toBe('Jersey – Built for Champions');
  expect(repairText('the team\ufffds colours \ufffd')).toBe('the team’s colours ');
  expect(repairText('CafÃ© à la carte, कुर्ता, ñandú')).toBe('Café à la carte, कुर्ता, ñandú');
});
