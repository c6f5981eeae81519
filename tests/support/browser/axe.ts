import axe from 'axe-core';
import type { Page } from 'playwright';
import { deriveColourVariables } from '#lib/page/theme/derived-colours.ts';
import { themeVariables } from '#lib/rules/theme.ts';

interface Theme {
  name: string;
  settings: string[];
}

/** Themes that every screen is checked in besides the default. */
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
    // Colours for which the specification's brightness rule gives readable text; for some medium colours it does not.
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
/** Rules that depend on the theme; the others run in the default theme only. */
const colourRules = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] } as const;

/** Returns a page's or panel's violations of some rules (by default all), one line each. */
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

/** Returns the style of a page under a theme. */
function styleOf(settings: string[]): string {
  const theme = themeVariables(Object.fromEntries(settings.map((setting) => setting.split('='))));
  const scheme = theme['--on-page'] === '#ffffff' ? 'dark' : 'light';
  const rules = Object.entries({ ...theme, ...deriveColourVariables(theme), 'color-scheme': scheme });
  return `:root:root{${rules.map(([name, value]) => `${name}:${value}`).join(';')}}`;
}

/** Adds a style to an open page, or removes it. */
const applyStyle = (page: Page, style: string) =>
  page.evaluate((css) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    document.adoptedStyleSheets = [sheet];
  }, style);

/** Checks the current state of a page in each theme, so that a state is opened only once. */
export async function axeViolationsInThemes(page: Page, where: string): Promise<string[]> {
  const found = await axeViolations(page, where);
  for (const { name, settings } of themes) {
    await applyStyle(page, styleOf(settings));
    found.push(...(await axeViolations(page, `${where}, in ${name}`, colourRules)));
  }
  await applyStyle(page, '');
  return found;
}
