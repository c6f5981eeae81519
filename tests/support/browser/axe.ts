import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type axe from 'axe-core';
import type { Page } from 'playwright';
import { applyTheme } from './chromium/apply-theme.ts';

/** The minified script, which a page parses in half the time. */
const axeScript = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Theme {
  name: string;
  settings: Record<string, string>;
}

/** Themes that every screen is checked in besides the default. */
const themes: Theme[] = [
  {
    name: 'a dark theme',
    settings: {
      backgroundColor: '#101418',
      headerBackgroundColor: '#0b0e11',
      topHeaderBackgroundColor: '#000000',
      buttonBackgroundColor: '#e8c37a',
      footerBackgroundColor: '#000000',
      bottomFooterBackgroundColor: '#1a1f24',
    },
  },
  {
    // Colours for which the specification's brightness rule gives readable text; for some medium colours it does not.
    name: 'a loud theme',
    settings: {
      backgroundColor: '#ffe600',
      headerBackgroundColor: '#d6006c',
      topHeaderBackgroundColor: '#00b3ff',
      buttonBackgroundColor: '#ff5a00',
      footerBackgroundColor: '#7a00ff',
      bottomFooterBackgroundColor: '#00e676',
    },
  },
];

/** WCAG 2.2 AA and the usual practices. */
const allRules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** Rules that depend on the theme; the others run in the default theme only. */
const colourRules = ['color-contrast', 'link-in-text-block'];

/** A run of axe. A run of the colour rules leaves out elements that look like one that passed in its theme. */
type Run = { rules: 'all but colours' } | { rules: 'colours'; theme: string };

/** Looks of elements whose colours passed, by shop, theme and width. */
const passed = new Map<string, Set<string>>();

/** Returns the violations of one run, one line each. */
async function violationsOf(page: Page, where: string, run: Run): Promise<string[]> {
  const place = `${new URL(page.url()).origin} ${'theme' in run && run.theme} ${page.viewportSize()?.width}`;
  const known = passed.get(place) ?? new Set();
  const runOnly =
    run.rules === 'colours' ? { type: 'rule' as const, values: colourRules } : { type: 'tag' as const, values: allRules };
  const rules = run.rules === 'colours' ? {} : Object.fromEntries(colourRules.map((name) => [name, { enabled: false }]));
  const { violations, looks } = await page.evaluate(checkInPage, { runOnly, rules, known: [...known] });
  if (run.rules === 'colours' && violations.length === 0) passed.set(place, known.union(new Set(looks)));
  return violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${where}: ${id} at ${node.replace(/\s+/g, ' ').slice(0, 300)}`),
  );
}

/**
 * Runs axe in the page, for the colour rules only on visible elements with text whose look is not known. Returns the looks that it checked,
 * unless something covers a part of the page.
 */
async function checkInPage({
  runOnly,
  rules,
  known,
}: {
  runOnly: axe.RunOnly;
  rules: axe.RuleObject;
  known: string[];
}): Promise<{ violations: { id: string; nodes: string[] }[]; looks: string[] }> {
  const styles = new Map<Element, CSSStyleDeclaration>();
  const styleOf = (element: Element): CSSStyleDeclaration => {
    const style = styles.get(element) ?? getComputedStyle(element);
    styles.set(element, style);
    return style;
  };
  /** The backgrounds behind an element's text, down to an opaque one. A positioned element may lie on more than its ancestors. */
  const backgroundOf = (element: Element): string => {
    const { backgroundColor, backgroundImage, position } = styleOf(element);
    const own = `${backgroundColor} ${backgroundImage}`;
    if (backgroundImage === 'none' && !/rgba|[/]/.test(backgroundColor)) return own;
    const place = position === 'static' ? '' : `${position} ${element.className}`;
    return `${own} ${place} ${element.parentElement ? backgroundOf(element.parentElement) : ''}`;
  };
  const opacityOf = (element: Element): string =>
    `${styleOf(element).opacity} ${element.parentElement ? opacityOf(element.parentElement) : ''}`.replace(/^1 /, '');
  /** What a link differs by from the text around it. */
  const linkLook = (link: Element | null): string => {
    if (!link?.parentElement) return '';
    const around = styleOf(link.parentElement);
    const { color, textDecorationLine, borderBottomWidth } = styleOf(link);
    return [color, textDecorationLine, borderBottomWidth, around.color, around.fontWeight].join(' ');
  };
  /** What the colour rules judge an element by. */
  const lookOf = (element: Element): string => {
    const { color, fontSize, fontWeight, textShadow } = styleOf(element);
    const control = element.closest('label')?.control ?? element.closest('button, fieldset, input, select, textarea');
    return [
      [color, fontSize, fontWeight, textShadow],
      [opacityOf(element), backgroundOf(element)],
      linkLook(element.closest('a')),
      [control?.matches(':disabled'), element.closest('[aria-disabled=true]') !== null],
    ].join('|');
  };
  const isVisible = (element: Element): boolean => {
    const { width, height } = element.getBoundingClientRect();
    return width > 1 && height > 1 && element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  };
  const hasText = (element: Element): boolean =>
    element.matches('input, select, textarea') ||
    [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim());

  const checked = new Set(known);
  const include = [...document.body.querySelectorAll('*')].filter((element) => {
    if (runOnly.type === 'tag' || !hasText(element) || !isVisible(element)) return false;
    const look = lookOf(element);
    return !checked.has(look) && checked.add(look);
  });
  if (runOnly.type === 'rule' && include.length === 0) return { violations: [], looks: [] };
  const panels = document.querySelectorAll('dialog[open], [role=dialog], [popover]:popover-open, [data-sonner-toast]');
  const covered = [...panels].some((panel) => panel.checkVisibility());
  const { axe: inPage } = globalThis as unknown as { axe: typeof axe };
  const options = { runOnly, rules, resultTypes: ['violations' as const], preload: false };
  const { violations } = await inPage.run(runOnly.type === 'rule' ? { include } : document, options);
  return {
    violations: violations.map(({ id, nodes }) => ({
      id,
      nodes: nodes.slice(0, 4).map(({ target, failureSummary }) => `${target.join(' ')}: ${failureSummary}`),
    })),
    looks: covered ? [] : [...checked].slice(known.length),
  };
}

/** Returns a page's or panel's violations, one line each. */
export async function axeViolations(page: Page, where: string): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axeScript);
  const found = await violationsOf(page, where, { rules: 'all but colours' });
  return [...found, ...(await violationsOf(page, where, { rules: 'colours', theme: 'default' }))];
}

/** Checks the current state of a page in each theme, so that a state is opened only once. */
export async function axeViolationsInThemes(page: Page, where: string): Promise<string[]> {
  const found = await axeViolations(page, where);
  for (const { name, settings } of themes) {
    await applyTheme(page, settings);
    found.push(...(await violationsOf(page, `${where}, in ${name}`, { rules: 'colours', theme: name })));
  }
  await applyTheme(page);
  return found;
}
