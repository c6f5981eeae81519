import { t } from '#lib/contract/text/t.ts';
import { truncateText } from '#lib/page/text/plain-text.ts';

/** Characters of a title and a description that search engines and link previews display before they truncate. */
const MAX_TITLE_LENGTH = 65;
const MAX_DESCRIPTION_LENGTH = 160;

/** Appends the store's name to a title that does not end with it, if the result is short enough. */
export function formatPageTitle(title: string, store: string): string {
  if (title.endsWith(store)) return title;
  const combined = `${title} | ${store}`;
  return combined.length <= MAX_TITLE_LENGTH ? combined : title;
}

export const truncateMetaDescription = (text: string): string => truncateText(text, MAX_DESCRIPTION_LENGTH);

/** The description of a page that has none of its own. */
export const defaultDescription = (title: string, store: string): string => t('{title} at {shop}.', { title, shop: store });
