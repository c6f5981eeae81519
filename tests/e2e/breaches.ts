import AxeBuilder from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { toneVariables } from '#lib/page/tones.ts';
import { themeVariables } from '#lib/rules/theme.ts';

interface Theme {
  name: string;
  settings: string[];
}

/** The looks that every screen is checked in. */
export const themes: Theme[] = [
  { name: 'the default theme', settings: [] },
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

/** What depends on the theme; the rest is looked at in the default theme only. */
export const colourRules = ['color-contrast', 'link-in-text-block'];

/** What a page or panel breaks of WCAG 2.2 AA and the usual practices, one line each. */
export async function breaches(page: Page, where: string, rules: string[] = []): Promise<string[]> {
  const axe = new AxeBuilder({ page });
  const { violations } = await (rules.length > 0
    ? axe.withRules(rules)
    : axe.withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
  ).analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes
      .slice(0, 4)
      .map((node) => `${where}: ${id} at ${node.target.join(' ')}: ${node.failureSummary?.replace(/\s+/g, ' ').slice(0, 220)}`),
  );
}

/** Gives a page that is open another theme, so that a state has to be brought about only once for all of them. */
async function wear(page: Page, settings: string[]): Promise<void> {
  const theme = themeVariables(Object.fromEntries(settings.map((setting) => setting.split('='))));
  const scheme = theme['--on-page'] === '#ffffff' ? 'dark' : 'light';
  const rules = Object.entries({ ...theme, ...toneVariables(theme), 'color-scheme': scheme });
  await page.evaluate(
    (css) => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(css);
      document.adoptedStyleSheets = [sheet];
    },
    `:root:root{${rules.map(([name, value]) => `${name}:${value}`).join(';')}}`,
  );
}

/** What is wrong with a page as it stands in each of the themes. */
export async function breachesInThemes(page: Page, where: string): Promise<string[]> {
  const found = await breaches(page, where);
  for (const { name, settings } of themes) {
    if (settings.length === 0) continue;
    await wear(page, settings);
    found.push(...(await breaches(page, `${where}, in ${name}`, colourRules)));
  }
  return found;
}
