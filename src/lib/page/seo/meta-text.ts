import { truncateText } from '#lib/page/text/plain-text.ts';

/** Characters of a title and a description that search engines and link previews display before they truncate. */
const TITLE = 65;
const DESCRIPTION = 160;

/** Appends the store's name to a title when both fit. */
export function formatPageTitle(title: string, store: string): string {
  if (title === store) return title;
  const both = `${title} | ${store}`;
  return both.length <= TITLE ? both : title;
}

export const truncateMetaDescription = (text: string): string => truncateText(text, DESCRIPTION);
