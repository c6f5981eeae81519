import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DARK_TEXT, LIGHT_TEXT, themeDefaults, themeVariables } from '#lib/rules/theme/theme-variables.ts';

/** Each colour setting, its CSS variable, its default and the text colour on it (specification, theme). */
const colours = [
  ['backgroundColor', 'page', '#ffffff', DARK_TEXT],
  ['buttonBackgroundColor', 'button', '#111111', LIGHT_TEXT],
  ['topHeaderBackgroundColor', 'top-header', '#111111', LIGHT_TEXT],
  ['headerBackgroundColor', 'header', '#ffffff', DARK_TEXT],
  ['footerBackgroundColor', 'footer', '#111111', LIGHT_TEXT],
  ['bottomFooterBackgroundColor', 'bottom-footer', '#fff7f2', DARK_TEXT],
] as const;

test('the default font is Instrument Sans', () => {
  expect(themeDefaults.fontFamily).toBe('Instrument Sans');
});

describe.for(colours)('%s', ([setting, surface, fallback, text]) => {
  const of = (value: string | undefined) => {
    const variables = themeVariables(value === undefined ? {} : { [setting]: value });
    return [variables[`--${surface}`], variables[`--on-${surface}`]];
  };

  test('has its default, with readable text, when it is missing or empty', () => {
    for (const empty of [undefined, '', '  ']) expect(of(empty)).toEqual([fallback, text]);
  });

  test('overrides the default when set, and its dark or light text is derived', () => {
    expect(of('#000')).toEqual(['#000000', LIGHT_TEXT]);
    expect(of('FFEECC')).toEqual(['#ffeecc', DARK_TEXT]);
    expect(of(' #8a2b2b ')).toEqual(['#8a2b2b', LIGHT_TEXT]);
  });

  test('has its default, with readable text, when it is not a colour', () => {
    for (const wrong of ['red', '#12345', 'rgb(0,0,0)', '#000;}*{color:red']) expect(of(wrong)).toEqual([fallback, text]);
  });

  test('changes only its own two variables', () => {
    const own = [`--${surface}`, `--on-${surface}`];
    const others = (variables: Record<string, string>) => Object.entries(variables).filter(([name]) => !own.includes(name));
    const untouched = others(themeVariables({}));
    fc.assert(
      fc.property(fc.string(), (value) => {
        expect(others(themeVariables({ [setting]: value }))).toEqual(untouched);
      }),
    );
  });
});

test('there are always exactly these twelve variables, each a valid colour', () => {
  fc.assert(
    fc.property(fc.record(Object.fromEntries(colours.map(([setting]) => [setting, fc.string()]))), (settings) => {
      const variables = themeVariables(settings);
      expect(Object.keys(variables).sort()).toEqual(colours.flatMap(([, surface]) => [`--${surface}`, `--on-${surface}`]).sort());
      for (const value of Object.values(variables)) expect(value).toMatch(/^#[0-9a-f]{6}$/);
    }),
  );
});
