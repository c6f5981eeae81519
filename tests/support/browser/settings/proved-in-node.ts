import type { Setting } from '../setting.ts';

/** Files, or folders ending with a slash, or patterns of files, below tests/e2e, whose outcome a setting cannot change, and why. */
interface ProvedInNode {
  reason: string;
  files: readonly string[];
}

const samePages =
  'looks at pages: tests/e2e/remote-api/same-pages.test.ts and tests/e2e/servers/same-pages.test.ts compare their HTML with that of node';
const sameFiles =
  'looks at pages: the files of a static site are rendered by the same components, and tests/e2e/static-site compares the listings that script draws';
const sameScript =
  'concerns what the script of a page does by itself: it is the same, and other files make its calls in this setting';
const sameStore = 'concerns rules of the store, which tests/api proves on both engines';
const owners = 'the admin is served where the store runs';

/** Looks, sizes, keys and announcements of pages, and texts in them. */
const looks = [
  'accessibility/',
  'content/invoice-print.test.ts',
  'content/pages.test.ts',
  'content/untranslated.test.ts',
  'header/',
  'home/',
  'import/',
  'layout/fonts.test.ts',
  'layout/large-text.test.ts',
  'layout/layout.test.ts',
  'layout/letters.test.ts',
  'layout/low-screens.test.ts',
  'layout/proportions.test.ts',
  'product/choices.test.ts',
  'product/decision-page.test.ts',
  'product/gallery.test.ts',
  'product/pictures-off.test.ts',
  'product/related-and-seo.test.ts',
];

/** Timing, history, focus and failures in the browser. */
const scripts = [
  'account/account-menu.test.ts',
  'analytics/custom.test.ts',
  'analytics/events.test.ts',
  'auth/digits.test.ts',
  'auth/notices.test.ts',
  'cart/leaving.test.ts',
  'cart/next-guest.test.ts',
  'checkout/entry.test.ts',
  'checkout/saved-address.test.ts',
  'checkout/step-history.test.ts',
  'checkout/whole-purchase.test.ts',
  'layout/back-forward-cache.test.ts',
  'layout/busy-buttons.test.ts',
  'layout/changed-before-hydration.test.ts',
  'layout/layers.test.ts',
  'layout/second-taps.test.ts',
  'layout/toasts.test.ts',
  'product/before-hydration.test.ts',
  'product/buy-bar-errors.test.ts',
  'search/panel.test.ts',
  'wishlist/wishlist-button.test.ts',
];

/** Pages as a server of pages renders them. A static site has other files, and draws listings by script. */
const rendered = [
  'content/content.test.ts',
  'content/front.test.ts',
  'content/markup.test.ts',
  'content/search-engines.test.ts',
  'layout/blocked-scripts.test.ts',
  'layout/navigation.test.ts',
  'layout/saved-state.test.ts',
  'layout/slow-documents.test.ts',
  'layout/without-script.test.ts',
  'listing/before-script.test.ts',
  'listing/filter-groups.test.ts',
  'listing/filters.test.ts',
  'listing/first-screen.test.ts',
  'listing/quick-add.test.ts',
  'product/facts.test.ts',
  'product/first-screen.test.ts',
  'product/sale-end.test.ts',
  'product/variants.test.ts',
  'security/hostile-catalogue.test.ts',
];

/** What the settings other than `node` leave out because that one proves it. */
export const provedInNode: Record<Exclude<Setting, 'node'>, readonly ProvedInNode[]> = {
  remote: [
    { reason: samePages, files: [...looks, ...rendered] },
    { reason: sameScript, files: scripts },
    { reason: owners, files: ['admin/'] },
  ],
  static: [
    { reason: sameFiles, files: [...looks, 'content/print.test.ts', 'layout/theme.test.ts'] },
    { reason: sameScript, files: scripts },
    { reason: owners, files: ['admin/'] },
  ],
  servers: [
    {
      reason: samePages,
      files: [
        ...looks,
        ...rendered,
        'analytics/consent-line.test.ts',
        'content/print.test.ts',
        'layout/page-weight.test.ts',
        'security/hostile-settings.test.ts',
      ],
    },
    { reason: sameScript, files: scripts },
    {
      reason: 'two of them prove that staff can work with several servers and on PostgreSQL',
      files: ['admin/!(staff|morning).test.ts'],
    },
    { reason: sameStore, files: ['payment/cashfree.test.ts', 'content/contact.test.ts', 'listing/filter-counts.test.ts'] },
  ],
};
