import type { Page } from 'playwright';
import { deriveColourVariables } from '#lib/page/theme/derived-colours.ts';
import { themeVariables } from '#lib/rules/theme/theme-variables.ts';

/** Returns the style of a page under a theme. */
function styleOf(settings: Readonly<Record<string, string>>): string {
  const theme = themeVariables(settings);
  const scheme = theme['--on-page'] === '#ffffff' ? 'dark' : 'light';
  const rules = Object.entries({ ...theme, ...deriveColourVariables(theme), 'color-scheme': scheme });
  return `:root:root{${rules.map(([name, value]) => `${name}:${value}`).join(';')}}`;
}

/** Shows an open page in the theme of these settings; without them in the shop's own again. */
export const applyTheme = (page: Page, settings?: Readonly<Record<string, string>>): Promise<void> =>
  page.evaluate(
    (css) => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(css);
      document.adoptedStyleSheets = [sheet];
    },
    settings ? styleOf(settings) : '',
  );
