import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { deriveColourVariables, mixOklab, muteTextColour, pickReadableColour } from '#lib/page/theme/derived-colours.ts';
import { contrastRatio, findReadableBackground, MIN_CONTRAST } from '#lib/rules/theme/contrast.ts';
import { pickTextColour, themeVariables } from '#lib/rules/theme/theme-variables.ts';

const hex = fc.integer({ min: 0, max: 0xffffff }).map((n) => `#${n.toString(16).padStart(6, '0')}`);

describe('contrast', () => {
  test('is 21 between black and white, 1 with itself, and symmetric', () => {
    expect(contrastRatio('#000000', '#ffffff')).toBeCloseTo(21, 5);
    expect(contrastRatio('#8a2b2b', '#8a2b2b')).toBe(1);
    fc.assert(
      fc.property(hex, hex, (one, other) => {
        expect(contrastRatio(one, other)).toBe(contrastRatio(other, one));
      }),
    );
  });

  test('is computed as in WCAG', () => {
    expect(contrastRatio('#767676', '#ffffff')).toBeCloseTo(4.54, 2);
    expect(contrastRatio('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
  });
});

// As Chromium computes color-mix(in oklab, …).
test.each([
  ['#111111', '#ffffff', 0.14, '#d9d9d9'],
  ['#111111', '#ffffff', 0.48, '#828282'],
  ['#b3261e', '#ffffff', 0.5, '#e1998e'],
  ['#ff0000', '#0000ff', 0.5, '#8c53a2'],
] as const)('%s and %s are mixed as browsers do', (first, second, weight, mixed) => {
  expect(mixOklab(first, second, weight)).toBe(mixed);
  expect(mixOklab(second, first, 1 - weight)).toBe(mixed);
});

test('the first readable candidate is used, or else the background’s own text colour', () => {
  expect(pickReadableColour('#ffffff', ['#eeeeee', '#b3261e', '#000000'])).toBe('#b3261e');
  expect(pickReadableColour('#ffffff', ['#eeeeee'])).toBe('#111111');
  expect(pickReadableColour('#101418', ['#222222'])).toBe('#ffffff');
});

test('softened text has the required contrast, or is the full text colour', () => {
  fc.assert(
    fc.property(hex, (background) => {
      const soft = muteTextColour(background);
      expect(soft === pickTextColour(background) || contrastRatio(soft, background) >= 5).toBe(true);
    }),
  );
  expect(muteTextColour('#ffffff')).not.toBe(pickTextColour('#ffffff'));
});

test('on any page colour every tone is readable where the plain text is', () => {
  fc.assert(
    fc.property(hex, hex, (backgroundColor, buttonBackgroundColor) => {
      const theme = themeVariables({ backgroundColor, buttonBackgroundColor });
      const tones = deriveColourVariables(theme);
      const floor = Math.min(4.5, contrastRatio(pickTextColour(backgroundColor), backgroundColor));
      for (const name of ['--muted', '--sale', '--good', '--accent'])
        expect(contrastRatio(tones[name] ?? '', backgroundColor), name).toBeGreaterThanOrEqual(floor);
    }),
  );
});

test('tones for a theme without colours are those of the defaults', () => {
  expect(deriveColourVariables(themeVariables({}))).toMatchObject({
    '--sale': '#b3261e',
    '--good': '#146c43',
    '--accent': '#111111',
  });
});

test('the button that cancels an order has the tone of sale prices, which is red on light and dark pages', () => {
  const css = readFileSync(new URL('../../../../src/islands/orders/OrderPanel.css', import.meta.url), 'utf8');
  expect(/\.cancel-order:enabled \{[^}]*\}/.exec(css)?.[0]).toContain('color: var(--sale);');
  for (const backgroundColor of ['#ffffff', '#fffdf9', '#f0f4ff', '#101418', '#000000', '#1b2b29']) {
    const { '--sale': tone = '' } = deriveColourVariables(themeVariables({ backgroundColor }));
    const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => Number.parseInt(tone.slice(at, at + 2), 16));
    expect(red - Math.max(green, blue), `${backgroundColor}: ${tone}`).toBeGreaterThan(40);
  }
});

test('a background on which text is hard to read has a nearest one on which it is not, of the same text colour', () => {
  for (let value = 0; value < 0x1000000; value += 0x1357) {
    const background = `#${value.toString(16).padStart(6, '0')}`;
    const text = pickTextColour(background);
    const better = findReadableBackground(background);
    if (contrastRatio(background, text) >= MIN_CONTRAST) expect(better).toBeUndefined();
    else {
      expect(contrastRatio(String(better), text)).toBeGreaterThanOrEqual(MIN_CONTRAST);
      expect(contrastRatio(String(better), text)).toBeLessThan(MIN_CONTRAST + 0.1);
      expect(pickTextColour(better)).toBe(text);
    }
  }
  expect(findReadableBackground('none')).toBeUndefined();
});
