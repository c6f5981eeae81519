import AxeBuilder from '@axe-core/playwright';
import type { Page } from 'playwright-core';

const everything = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** What depends on the theme alone. */
const colourRules = ['color-contrast', 'link-in-text-block'];

/** What the page as it stands breaks of WCAG 2.2 AA and the usual practices, one line each. */
export const breaches = (page: Page, where: string): Promise<string[]> =>
  found(new AxeBuilder({ page }).withTags(everything), where);

/** What the page's main part, breaks of the rules on colours. */
export const colourBreaches = (page: Page, where: string): Promise<string[]> =>
  found(new AxeBuilder({ page }).include('main').withRules(colourRules), where);

async function found(axe: AxeBuilder, where: string): Promise<string[]> {
  const { violations } = await axe.analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(
      (node) => `${where}: ${id} at ${node.target.join(' ')}: ${node.failureSummary?.replace(/\s+/g, ' ').slice(0, 220)}`,
    ),
  );
}
