import { afterAll, beforeAll, expect, test } from 'vitest';
import type * as z from 'zod/mini';
import { legal, storeSettings } from '#lib/contract/store.ts';
import { textPages } from '#lib/rules/routes/text-pages.ts';
import { normaliseHexColour } from '#lib/rules/theme/theme-variables.ts';
import { startApiProxy } from '#tests/support/browser/api-proxy.ts';
import { smallShop } from '#tests/support/browser/shared-shops.ts';
import { newDataDir, startShop } from '#tests/support/browser/shop-server.ts';
import { openPage, phone } from '#tests/support/browser/test-page.ts';
import { hostileStrings } from '#tests/support/real-files.ts';
import { useShop } from '#tests/support/shop-test.ts';

/** The public list where it is available, else the project's own. */
const naughty = hostileStrings.at(-1)?.[1] ?? [];

/** Injection attempts in settings. */
const attacks = [
  '</style><script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '"><svg onload=alert(1)>',
  "' onmouseover='alert(1)",
  'javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'url(https://example.com/x.png)',
  '#fff;}*{display:none}',
  '#fff url(//example.com)',
  'red;--page:lime',
  '@import "//example.com/x.css"',
  'expression(alert(1))',
  '{{7*7}} $[7] <%= 7 %>',
  '\\3c script>',
  '--></script>',
  'http://[',
  '//example.com/x.png',
  '/media/../../etc/passwd',
  `long ${'x'.repeat(5000)}`,
  `https://${'a'.repeat(300)}.png`,
  '\u202eevil\u202c \u2066x',
  'a\0b',
  'line\u2028break\r\nSet-Cookie: x=1',
  '\ud800',
];

/** A reference that begins with `#` has no file, so the name replaces the logo; it is tested separately. */
const noLogo = (text: string): boolean => text.startsWith('#');

/** Number of strings joined in one value; possible addresses and colours are tested alone. */
const TOGETHER = 10;
const harmful = naughty.filter((text) => text.trim() !== '' && !normaliseHexColour(text));
const alone = harmful.filter((text) => /^(?:[a-z]+:|\/|#)/i.test(text));
const together = harmful.filter((text) => !alone.includes(text));
const groups = Array.from({ length: Math.ceil(together.length / TOGETHER) }, (_, i) =>
  together.slice(i * TOGETHER, (i + 1) * TOGETHER).join(' '),
);
const texts = [...attacks, ...alone, ...groups];

/** Settings with one line of text; those with a page's text are tested on their own pages. */
const pageTexts: readonly string[] = textPages.map(({ setting }) => setting);
const takesText = ([, schema]: [string, z.ZodMiniType]): boolean => schema.safeParse('a text').success;
const settings = [
  ...Object.entries(storeSettings.shape)
    .filter((entry) => !pageTexts.includes(entry[0]) && takesText(entry))
    .map(([key]) => key),
  ...Object.entries(legal.shape)
    .filter(takesText)
    .map(([part]) => `legal.${part}`),
];

/** The value of every setting in the reference page: not a valid colour or layout. */
const PLAIN = 'plain';

/** Removes a device font's name from the style, as long as it is a quoted name of plain words. */
const withoutFontName = (code: string): string => code.replace(/--font:"[\p{L}\p{N} -]+",/u, '--font:');

let chosen: Record<string, string> = {};
const shop = await smallShop();
const proxy = await startApiProxy(shop, (path, reply) => (path === '/store-info' ? withChosen(reply) : reply));
afterAll(proxy.stop);
const { shop: front } = await useShop(startShop(newDataDir(), { STORE_API_URL: proxy.url, STORE_REVALIDATE_SECONDS: '0' }));
const visitor = await openPage();
/** Parses pages without the content security policy, which would block the attacks. */
const reader = await openPage({ bypassCSP: true });
const trouble: string[] = [];

beforeAll(async () => {
  await reader.page.goto(`${front.url}/faq`);
  const { page } = visitor;
  page.on('dialog', (dialog) => {
    trouble.push(`${JSON.stringify(chosen).slice(0, 200)}: ${dialog.message()}`);
    void dialog.dismiss();
  });
});

function withChosen(reply: unknown): unknown {
  const info = reply as { storeinfo: Record<string, unknown> };
  const legalDetails: Record<string, string> = {};
  const own: Record<string, unknown> = { legal: legalDetails };
  for (const [key, value] of Object.entries(chosen)) {
    if (key.startsWith('legal.')) legalDetails[key.slice('legal.'.length)] = value;
    else own[key] = value;
  }
  return { ...info, storeinfo: { ...info.storeinfo, ...own } };
}

/**
 * Renders a page with these settings; returns its elements with attributes, link targets, styles and the effects of inline scripts,
 * without texts.
 */
async function skeleton(path: string, values: Record<string, string>): Promise<string> {
  chosen = Object.fromEntries(settings.map((key) => [key, values[key] ?? PLAIN]));
  const found = await reader.page.evaluate(async (address) => {
    const response = await fetch(address, { cache: 'no-cache' });
    if (response.status !== 200) return `${response.status}`;
    const shown = new DOMParser().parseFromString(await response.text(), 'text/html');
    return [...shown.querySelectorAll('*')]
      .filter((element) => !element.matches('meta[property^="og:image"], meta[name="twitter:card"]'))
      .map((element) => {
        const attributes = element.getAttributeNames().sort().join(' ');
        const { protocol, pathname } = element instanceof HTMLAnchorElement ? element : { protocol: '', pathname: '' };
        const leads = protocol + (protocol.startsWith('http') ? pathname : '');
        const isData = element.getAttribute('type') === 'application/ld+json';
        if (isData) JSON.parse(element.textContent ?? '');
        const code = element.matches('style, script') && !isData ? element.textContent : '';
        return `${element.localName} ${attributes} ${leads} ${code}`;
      })
      .join('\n');
  }, `${front.url}${path}`);
  return withoutFontName(found);
}

/** The differing lines of two pages, for the failure message. */
const differences = (one: string, other: string): string[] => {
  const lines = other.split('\n');
  return one
    .split('\n')
    .filter((line, i) => line !== lines[i])
    .slice(0, 3);
};

test('hostile texts in all settings together change nothing of a page but its texts', async () => {
  const plain = await skeleton('/faq', {});
  expect(plain).toContain('footer');
  const wrong: string[] = [];
  for (const text of texts) {
    const all = Object.fromEntries(settings.map((key) => [key, key === 'logo' && noLogo(text) ? PLAIN : text]));
    const found = differences(await skeleton('/faq', all), plain);
    if (found.length > 0) wrong.push(`${JSON.stringify(text.slice(0, 60))}: ${found.join(' / ')}`);
  }
  expect(wrong).toEqual([]);
}, 180_000);

test('a hostile text in one setting changes no other part of the home page', async () => {
  const plain = await skeleton('/', {});
  const addresses = attacks.filter((text) => /^\/|^http/.test(text));
  const wrong: string[] = [];
  for (const key of settings) {
    for (const text of [attacks.join(' '), ...(key === 'logo' ? addresses : [])]) {
      const found = differences(await skeleton('/', { [key]: text }), plain);
      if (found.length > 0) wrong.push(`${key}=${JSON.stringify(text.slice(0, 60))}: ${found.join(' / ')}`);
    }
  }
  expect(wrong).toEqual([]);
});

test('pages with hostile settings run no injected script, send no external request, and fit a phone', async () => {
  const { page } = visitor;
  const strangers: string[] = [];
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url());
    if (origin !== front.url && protocol !== 'data:') strangers.push(request.url());
  });
  const wide: string[] = [];
  for (const [i, text] of attacks.entries()) {
    chosen = Object.fromEntries(settings.filter((key) => key !== 'logo').map((key) => [key, text]));
    await page.goto(`${front.url}${i % 2 ? '/' : '/faq'}`, { waitUntil: 'load' });
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    if (width > phone.width) wide.push(`${JSON.stringify(text.slice(0, 60))}: ${width} px`);
  }
  expect(wide).toEqual([]);
  expect(strangers).toEqual([]);
  expect(trouble).toEqual([]);
  expect(visitor.pageErrors).toEqual([]);
}, 180_000);
