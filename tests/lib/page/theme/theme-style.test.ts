import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { StoreSettings } from '#lib/contract/store.ts';
import { listFontFaceRules, resolveFont } from '#lib/page/theme/fonts.ts';
import { makeSubsets } from '#lib/page/theme/subsets/make-subsets.ts';
import { buildThemeStyle } from '#lib/page/theme/theme-style.ts';

const settings: StoreSettings = {
  store_name: 'Meena Stores',
  logo: '',
  fontFamily: '',
  backgroundColor: '',
  buttonBackgroundColor: '',
  topHeaderBackgroundColor: '',
  headerBackgroundColor: '',
  footerBackgroundColor: '',
  bottomFooterBackgroundColor: '',
  bannerType: '',
  categoryLayout: '',
};

/** The custom properties that a style sets on the root. */
const variables = (style: string): Record<string, string> =>
  Object.fromEntries(
    (/:root\{([^}]*)\}$/.exec(style)?.[1] ?? '').split(';').map((rule) => {
      const [name = '', ...value] = rule.split(':');
      return [name, value.join(':')];
    }),
  );

test('the page-wide style holds the theme’s colours, the tones derived from them, the font and the colour scheme', () => {
  const light = variables(buildThemeStyle(settings));
  expect(light).toMatchObject({ '--page': '#ffffff', '--on-page': '#111111', 'color-scheme': 'light' });
  expect(light['--font']).toContain('"Instrument Sans"');
  expect(variables(buildThemeStyle({ ...settings, backgroundColor: '#101418' }))).toMatchObject({
    '--page': '#101418',
    '--on-page': '#ffffff',
    'color-scheme': 'dark',
  });
});

describe('the font', () => {
  test('is one that comes with the shop: a sans, a serif, a rounded one and one for Devanagari', () => {
    const families = ['Instrument Sans', 'Georgia', 'Quicksand', 'mukta'].map((name) => resolveFont(name).stack.split(',')[0]);
    expect(families).toEqual(['"Instrument Sans"', '"Source Serif 4"', '"Nunito"', '"Noto Sans Devanagari"']);
  });

  test('has a fallback with the same metrics, so that text does not shift', () => {
    for (const name of ['', 'serif', 'rounded', 'devanagari']) {
      const fontFaceRules = listFontFaceRules([resolveFont(name)]);
      expect(fontFaceRules).toMatch(
        /"Fallback";src:local\(.*size-adjust:[\d.]+%;ascent-override:[\d.]+%;descent-override:[\d.]+%/,
      );
      expect(fontFaceRules).toContain('font-display:optional');
      expect(fontFaceRules).toMatch(/src:url\(.*woff2\)/);
    }
  });

  test('comes first as a subset of at most 20 KB, whose files are up to date', async () => {
    for (const [file, bytes] of await makeSubsets()) {
      expect(bytes.length, file).toBeLessThanOrEqual(20_000);
      expect(bytes.equals(readFileSync(`src/lib/page/theme/subsets/${file}`)), `${file}: run npm run fonts`).toBe(true);
    }
  });

  test('that does not come with the shop is the device’s font of that name, or the system’s', () => {
    for (const name of ['Comic Sans MS', ' Comic Sans MS ', '"Comic Sans MS", cursive']) {
      expect(resolveFont(name)).toMatchObject({ stack: expect.stringMatching(/^"Comic Sans MS",system-ui,/), faces: '' });
      expect(listFontFaceRules([resolveFont(name)])).toBe('');
    }
    expect(resolveFont('तिरो देवनागरी').stack).toMatch(/^system-ui|^"तिरो/);
  });

  test('with an invalid name is ignored', () => {
    const unknown = buildThemeStyle({ ...settings, fontFamily: '?' });
    expect(unknown).not.toContain('@font-face');
    for (const wrong of ['"};*{display:none}', '</style><script>', '__proto__', 'a\\', 'url(x)', 'x'.repeat(61)])
      expect(buildThemeStyle({ ...settings, fontFamily: wrong })).toBe(unknown);
  });
});

test('no setting can inject a rule, a url or an element into the style', () => {
  const plain = buildThemeStyle({ ...settings, fontFamily: '?', backgroundColor: 'none', buttonBackgroundColor: 'none' });
  const shape = (style: string) => style.replace(/#[0-9a-f]{6}/g, '#');
  const hostile = fc.oneof(
    fc.string(),
    fc.constantFrom(
      'red;}',
      '</style>',
      'url(//x)',
      '#fff;--page:red',
      'expression(1)',
      '\u202e#fff',
      '#fff\0',
      '/*',
      '\\',
      '"',
      "'",
    ),
  );
  fc.assert(
    fc.property(fc.record(Object.fromEntries(Object.keys(settings).map((key) => [key, hostile]))), (values) => {
      const chosen = { ...settings, ...values, fontFamily: `?${values['fontFamily']}` } as StoreSettings;
      expect(shape(buildThemeStyle(chosen)).replace('color-scheme:dark', 'color-scheme:light')).toBe(shape(plain));
    }),
  );
});
