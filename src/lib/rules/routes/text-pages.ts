import type { StoreSettings } from '#lib/contract/store.ts';
import * as paths from './paths.ts';

/** A page whose text the owner writes. */
interface TextPage {
  /** The setting that holds the text. */
  setting: 'faq' | 'terms' | 'privacy' | 'returns' | 'shipping_policy';
  path: string;
  /** The page's heading. */
  title: string;
  /** Its name in the footer and the menu. */
  label: string;
}

/** The pages with a text of the owner, in the order of the footer. */
export const textPages = [
  { setting: 'faq', path: paths.faq, title: 'FAQ', label: 'FAQ' },
  { setting: 'terms', path: paths.termsOfUse, title: 'Terms & Conditions', label: 'Terms of use' },
  { setting: 'privacy', path: paths.privacyPolicy, title: 'Privacy Policy', label: 'Privacy Policy' },
  { setting: 'returns', path: paths.returns, title: 'Returns & Refunds', label: 'Returns' },
  { setting: 'shipping_policy', path: paths.shippingPolicy, title: 'Shipping & Delivery', label: 'Shipping' },
] as const satisfies TextPage[];

export type TextSetting = (typeof textPages)[number]['setting'];

/** The pages that the footer always links, as specified. */
const ALWAYS_LINKED: readonly string[] = [paths.faq, paths.termsOfUse, paths.privacyPolicy];

/** The pages that have a text. */
export const listWrittenPages = (settings: Pick<StoreSettings, TextSetting>): (typeof textPages)[number][] =>
  textPages.filter(({ setting }) => settings[setting]?.length);

/** The pages that the footer links: three always, the others once they have a text. */
export function listFooterPages(settings: Pick<StoreSettings, TextSetting>): (typeof textPages)[number][] {
  const written = listWrittenPages(settings);
  return textPages.filter((page) => ALWAYS_LINKED.includes(page.path) || written.includes(page));
}
