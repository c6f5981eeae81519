import sanitizeHtml from 'sanitize-html';
import { descriptionHtml } from '#lib/rules/text/allowed-description-html.ts';
import { repairText } from './text-repair.ts';

const hasTags = /<\/?[a-z][^>]*>/i;

/** Converts plain text to paragraphs: blank lines separate them, single line breaks become `<br>`. */
const toParagraphs = (text: string): string =>
  text
    .split(/(?:\r?\n\s*){2,}/)
    .map((part) => part.trim())
    .filter(Boolean)
    .map((part) => `<p>${part.replace(/\r?\n/g, '<br>')}</p>`)
    .join('\n');

/** Repairs and sanitises a description with the allow-list of `descriptionHtml`. Plain text becomes paragraphs; empty elements are removed. */
export function cleanDescription(html: string): string {
  const text = repairText(html).trim();
  const sanitised = sanitizeHtml(hasTags.test(text) ? text : toParagraphs(text), descriptionHtml);
  // When no tag is left, converts to paragraphs now, so that cleaning twice gives the same result.
  const clean = hasTags.test(sanitised) ? sanitised : sanitizeHtml(toParagraphs(sanitised), descriptionHtml);
  return clean.replace(/<(p|div|h3|h4|li)>(?:\s|&nbsp;|\u00a0|<br \/>)*<\/\1>/g, '').trim();
}
