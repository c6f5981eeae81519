import { truncateText } from '#lib/page/text/plain-text.ts';

/** Characters that search engines and link previews show of a title and of a description; what is longer they cut themselves. */
const TITLE = 65;
const DESCRIPTION = 160;

/** A page's title with the store's name behind it, where there is room for both. */
export function formatPageTitle(title: string, store: string): string {
  if (title === store) return title;
  const both = `${title} | ${store}`;
  return both.length <= TITLE ? both : title;
}

/** A page's description, cut between words where it is too long. */
export const truncateMetaDescription = (text: string): string => truncateText(text, DESCRIPTION);
