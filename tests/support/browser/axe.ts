import axe from 'axe-core';
import type { Page } from 'playwright';
import { deriveColourVariables } from '#lib/page/theme/derived-colours.ts';
import { themeVariables } from '#lib/rules/theme.ts';

interface Theme {
  name: string;
  settings: string[];
}

/** The looks that every screen is checked in beside the default one. */
const themes: Theme[] = [
  {
    name: 'a dark theme',
    settings: [
      'backgroundColor=#101418',
      'headerBackgroundColor=#0b0e11',
      'topHeaderBackgroundColor=#000000',
      'buttonBackgroundColor=#e8c37a',
      'footerBackgroundColor=#000000',
      'bottomFooterBackgroundColor=#1a1f24',
    ],
  },
  {
    // Colours on which the specification's brightness rule gives text that reads; on some of middling brightness it does not.
    name: 'a loud theme',
    settings: [
      'backgroundColor=#ffe600',
      'headerBackgroundColor=#d6006c',
      'topHeaderBackgroundColor=#00b3ff',
      'buttonBackgroundColor=#ff5a00',
      'footerBackgroundColor=#7a00ff',
      'bottomFooterBackgroundColor=#00e676',
    ],
  },
];

/** WCAG 2.2 AA and the usual practices. */
const allRules = { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] } as const;
/** What depends on the theme; the rest is looked at in the default theme only. */
const colourRules = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] } as const;

/** What a page or panel breaks of some rules, all of them unless others are given, one line each. */
export async function axeViolations(
  page: Page,
  where: string,
  runOnly: typeof allRules | typeof colourRules = allRules,
): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source);
  const violations = await page.evaluate(async ({ type, values }) => {
    const { axe: inPage } = globalThis as unknown as { axe: typeof axe };
    const { violations } = await inPage.run({ runOnly: { type, values: [...values] }, resultTypes: ['violations'] });
    return violations.map(({ id, nodes }) => ({
      id,
      nodes: nodes.slice(0, 4).map(({ target, failureSummary }) => `${target.join(' ')}: ${failureSummary}`),
    }));
  }, runOnly);
  return violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${where}: ${id} at ${node.replace(/\s+/g, ' ').slice(0, 300)}`),
  );
}

/** The style variables that a theme makes of a page. */
function styleOf(settings: string[]): string {
  const theme = themeVariables(Object.fromEntries(settings.map((setting) => setting.split('='))));
  const scheme = theme['--on-page'] === '#ffffff' ? 'dark' : 'light';
  const rules = Object.entries({ ...theme, ...deriveColourVariables(theme), 'color-scheme': scheme });
  return `:root:root{${rules.map(([name, value]) => `${name}:${value}`).join(';')}}`;
}

/** Gives a page that is open a style on top of its own, or none again. */
const applyStyle = (page: Page, style: string) =>
  page.evaluate((css) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    document.adoptedStyleSheets = [sheet];
  }, style);

/** What is wrong with a page as it stands in each of the themes, so that a state has to be brought about only once for all of them. */
export async function axeViolationsInThemes(page: Page, where: string): Promise<string[]> {
  const found = await axeViolations(page, where);
  for (const { name, settings } of themes) {
    await applyStyle(page, styleOf(settings));
    found.push(...(await axeViolations(page, `${where}, in ${name}`, colourRules)));
  }
  await applyStyle(page, '');
  return found;
}
