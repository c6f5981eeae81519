import type { Setting } from './setting.ts';
import { provedInNode } from './settings/proved-in-node.ts';

/** A test, or all of a file or folder, that concerns what a setting does not have. */
export interface NotApplicable {
  /** File, or folder ending with a slash, or a pattern of files, below tests/e2e. */
  file: string;
  /** Start of the name of a test or of its group; all of the file without one. */
  test?: string;
  reason: string;
}

const ownStore = 'starts its own pages with STORE_API_URL in every setting';
const process = 'concerns the process that has the store inside';

const ownShop = 'sets up a shop of its own, with the store inside, in every setting';
const ownConfig = 'has a payment provider in shop.config.ts, which the pages of a store elsewhere refuse';
const ownSite = 'builds its own static site in every setting';
const oneServer = 'needs a shop of two servers';
const ownOrigin = 'a browser sends the cookie of a device to its own origin only';
const withoutScript = 'a static host has no filtered listings and no further pages without script';
const builtAlike = 'the files of all static shops are built without settings of their own';
const sameComponents = 'the components that node proves render these texts, when the site is built';
const drawnByScript = 'the script draws a static listing with a query';

/** What `node` proves for a setting. */
const provedElsewhere = (name: Exclude<Setting, 'node'>): NotApplicable[] =>
  provedInNode[name].flatMap(({ reason, files }) => files.map((file) => ({ file, reason })));

/** What each setting leaves out, with the reason. */
export const notApplicable: Record<Setting, readonly NotApplicable[]> = {
  node: [{ file: 'servers/', reason: oneServer }],
  remote: [
    ...provedElsewhere('remote'),
    { file: 'remote-api/', reason: ownStore },
    { file: 'other-store/', reason: ownStore },
    { file: 'static-site/', reason: ownSite },
    { file: 'server/', reason: process },
    { file: 'servers/', reason: oneServer },
    { file: 'journeys/first-hour.test.ts', reason: ownShop },
    { file: 'payment/cashfree.test.ts', reason: ownConfig },
    {
      file: 'security/content-security-policy.test.ts',
      test: 'the shop gets a report',
      reason: 'metrics are those of the process that has the store inside',
    },
    {
      file: 'account/devices.test.ts',
      test: 'a signed-in browser has a token',
      reason: ownOrigin,
    },
  ],
  static: [
    ...provedElsewhere('static'),
    { file: 'analytics/', reason: builtAlike },
    { file: 'remote-api/', reason: ownStore },
    { file: 'other-store/', reason: ownStore },
    { file: 'static-site/', reason: ownSite },
    { file: 'listing/quick-add.test.ts', test: 'a store by somebody else', reason: ownStore },
    { file: 'server/', reason: process },
    { file: 'servers/', reason: oneServer },
    { file: 'journeys/first-hour.test.ts', reason: ownShop },
    { file: 'payment/cashfree.test.ts', reason: ownConfig },
    { file: 'listing/before-script.test.ts', test: 'a filter and an order', reason: drawnByScript },
    { file: 'account/devices.test.ts', test: 'a signed-in browser has a token', reason: ownOrigin },
    { file: 'content/markup.test.ts', test: 'with a remote store that fails', reason: ownStore },
    { file: 'security/hostile-settings.test.ts', reason: ownStore },
    ...['FAQ, terms and privacy', 'store’s settings'].map((texts) => ({
      file: 'security/hostile-catalogue.test.ts',
      test: `remain text in the ${texts}`,
      reason: sameComponents,
    })),
    {
      file: 'security/content-security-policy.test.ts',
      test: 'a picture at an external address is shown, from a remote store',
      reason: ownStore,
    },
    {
      file: 'security/content-security-policy.test.ts',
      test: 'the shop gets a report',
      reason: 'a static host collects no reports',
    },
    ...[
      'the shop filters by category',
      'the shop sorts by price',
      'the shop has links to the next and the previous page',
      'the header searches',
    ].map((test) => ({ file: 'layout/without-script.test.ts', test, reason: withoutScript })),
    ...['categories', 'search', 'min_price'].map((name) => ({
      file: 'listing/filter-counts.test.ts',
      test: `each choice shows its number of products, also without script: ${name}`,
      reason: withoutScript,
    })),
    {
      file: 'layout/page-weight.test.ts',
      test: 'a search comes in one round trip',
      reason: 'a browser needs 39 KB of script to draw a listing by itself',
    },
    { file: 'search/search.test.ts', test: 'a page opened with a search shows its results', reason: withoutScript },
    { file: 'search/search.test.ts', test: 'a search sent before its script has come', reason: withoutScript },
    { file: 'layout/blocked-scripts.test.ts', test: 'the shop can be read and searched where', reason: withoutScript },
    { file: 'layout/slow-documents.test.ts', test: '/shop?search=', reason: withoutScript },
  ],
  servers: [
    ...provedElsewhere('servers'),
    { file: 'remote-api/', reason: ownStore },
    { file: 'other-store/', reason: ownStore },
    { file: 'server/', reason: process },
    { file: 'static-site/', reason: ownSite },
  ],
};

/** Patterns of the files that a setting leaves out. */
export const skippedFiles = (setting: Setting): string[] =>
  notApplicable[setting].filter(({ test }) => !test).map(({ file }) => `tests/e2e/${file}${file.endsWith('/') ? '**' : ''}`);

/** Returns why a setting leaves a test out. `names` are those of the test and its groups; `file` is the path of its file. */
export const whyNotApplicable = (setting: Setting, file: string, names: readonly string[]): string | undefined =>
  notApplicable[setting].find(
    ({ file: listed, test }) => test && file.endsWith(`/e2e/${listed}`) && names.some((name) => name.startsWith(test)),
  )?.reason;
