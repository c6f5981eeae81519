import sanitizeHtml from 'sanitize-html';

const allowed: sanitizeHtml.IOptions = {
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
  // The page has its own h1, and the description follows an h2.
  transformTags: { h1: 'h3', h2: 'h3', h5: 'h4', h6: 'h4', b: 'strong', i: 'em' },
  nonTextTags: ['script', 'style', 'textarea', 'option', 'noscript', 'iframe', 'svg', 'math', 'title', 'template'],
};

/**
 * Sanitises a product's description, whatever store it came from: a short allow-list of elements, no ids, classes, styles, links or
 * pictures. The embedded store sends nothing else; another store might.
 */
export const sanitiseDescription = (html: string): string => sanitizeHtml(html, allowed);
