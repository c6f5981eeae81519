import type { StoreSettings } from '#lib/contract/store.ts';
import { t } from '#lib/contract/text/t.ts';
import * as paths from './paths.ts';

/** A page whose text the owner writes. */
interface TextPage {
  /** The setting that holds the text. */
  setting: 'faq' | 'terms' | 'privacy' | 'returns' | 'shipping_policy';
  path: string;
  title: string;
  /** Its name in the footer and the menu. */
  label: string;
}

/** The pages with a text of the owner, in the order of the footer. */
export const textPages = [
  { setting: 'faq', path: paths.faq, title: t('FAQ'), label: t('FAQ') },
  { setting: 'terms', path: paths.termsOfUse, title: t('Terms & Conditions'), label: t('Terms of use') },
  { setting: 'privacy', path: paths.privacyPolicy, title: t('Privacy Policy'), label: t('Privacy Policy') },
  { setting: 'returns', path: paths.returns, title: t('Returns & Refunds'), label: t('Returns') },
  { setting: 'shipping_policy', path: paths.shippingPolicy, title: t('Shipping & Delivery'), label: t('Shipping') },
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
