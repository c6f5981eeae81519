import type { BrowserContextOptions, Page } from 'playwright';

/** Sizes that a state is taken at once it is open: a phone that is turned, and a window that is made narrower or enlarged. */
export const devices: readonly { options: BrowserContextOptions; sizes: readonly string[] }[] = [
  { options: { isMobile: true, hasTouch: true }, sizes: ['360x740', '740x360'] },
  { options: {}, sizes: ['1440x900', '768x1024'] },
  // A window of 1,440 pixels at 400 %.
  { options: {}, sizes: ['360x225'] },
];

/** Sizes at which a screen of phones is not shown. */
export const wide: ReadonlySet<string> = new Set(['1440x900', '768x1024']);

/** Width and height of a size, in CSS pixels. */
export function viewportOf(size: string): NonNullable<ReturnType<Page['viewportSize']>> {
  const [width = 0, height = 0] = size.split('x').map(Number);
  return { width, height };
}

const dark = {
  backgroundColor: '#14161a',
  buttonBackgroundColor: '#e8b04a',
  topHeaderBackgroundColor: '#000000',
  headerBackgroundColor: '#0c0e11',
  footerBackgroundColor: '#0c0e11',
  bottomFooterBackgroundColor: '#1c1f25',
};

const loud = {
  backgroundColor: '#fff200',
  buttonBackgroundColor: '#d6006c',
  topHeaderBackgroundColor: '#003cff',
  headerBackgroundColor: '#d6006c',
  footerBackgroundColor: '#003cff',
  bottomFooterBackgroundColor: '#00c2a8',
};

/** Looks of a shop: its pictures, and the settings of `store theme set` that the shop itself has not. */
export const looks: Record<string, { shop: 'drawings' | 'photographs'; theme: Record<string, string> }> = {
  drawings: { shop: 'drawings', theme: {} },
  'drawings-dark': { shop: 'drawings', theme: dark },
  'drawings-loud': { shop: 'drawings', theme: loud },
  photographs: { shop: 'photographs', theme: {} },
  dark: { shop: 'photographs', theme: dark },
  loud: { shop: 'photographs', theme: loud },
};
