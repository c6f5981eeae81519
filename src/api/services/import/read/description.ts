import sanitizeHtml from 'sanitize-html';
import { repairText } from './text-repair.ts';

const options: sanitizeHtml.IOptions = {
  allowedTags: [
    'p',
    'div',
    'br',
    'strong',
    'em',
    'ul',
    'ol',
    'li',
    'h3',
    'h4',
    'table',
    'thead',
    'tbody',
    'tr',
    'th',
    'td',
    'blockquote',
    'hr',
    'sub',
    'sup',
  ],
  allowedAttributes: { td: ['colspan', 'rowspan'], th: ['colspan', 'rowspan'] },
  // The page has one h1 of its own, and the description stands below an h2.
  transformTags: { h1: 'h3', h2: 'h3', h5: 'h4', h6: 'h4', b: 'strong', i: 'em' },
  nonTextTags: ['script', 'style', 'textarea', 'option', 'noscript', 'iframe', 'svg', 'math', 'title'],
};

const hasTags = /<\/?[a-z][^>]*>/i;

/** Paragraphs of a text without any tags: blank lines part them, single line breaks stay. */
const paragraphs = (text: string): string =>
  text
    .split(/(?:\r?\n\s*){2,}/)
    .map((part) => part.trim())
    .filter(Boolean)
    .map((part) => `<p>${part.replace(/\r?\n/g, '<br>')}</p>`)
    .join('\n');

/**
 * A description that is safe to put into a page: a short list of tags, no ids, classes, styles, links or pictures. Text without
 * tags becomes paragraphs.
 */
export function cleanDescription(html: string): string {
  const text = repairText(html).trim();
  const sanitized = sanitizeHtml(hasTags.test(text) ? text : paragraphs(text), options);
  // Where no tag was left, the text becomes paragraphs now, so that cleaning what is clean changes nothing.
  const clean = hasTags.test(sanitized) ? sanitized : sanitizeHtml(paragraphs(sanitized), options);
  return clean.replace(/<(p|div|h3|h4|li)>(?:\s|&nbsp;|\u00a0|<br \/>)*<\/\1>/g, '').trim();
}
