import type { IOptions } from 'sanitize-html';

/** Blocks that are not allowed: as `div`, so that their words do not run into those of the next. */
export const otherBlocks = [
  'section',
  'article',
  'main',
  'header',
  'footer',
  'aside',
  'nav',
  'figure',
  'figcaption',
  'center',
  'details',
  'summary',
  'dl',
  'dt',
  'dd',
  'pre',
  'address',
  'fieldset',
  'legend',
  'form',
  'hgroup',
  'dir',
  'menu',
];

/**
 * Sanitiser options for product descriptions: a few elements, no ids, classes, styles, links or pictures. Drops text inside elements
 * that browsers do not show.
 */
export const descriptionHtml: IOptions = {
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
  // The page has its own h1, and the description is below an h2.
  transformTags: {
    ...{ h1: 'h3', h2: 'h3', h5: 'h4', h6: 'h4', b: 'strong', i: 'em', tfoot: 'tbody' },
    ...Object.fromEntries(otherBlocks.map((name) => [name, 'div'])),
  },
  // Without the texts of controls, and those that browsers show in place of films that they cannot play.
  nonTextTags: [
    'video',
    'audio',
    'object',
    'canvas',
    'button',
    'select',
    'datalist',
    'noembed',
    'noframes',
    'script',
    'style',
    'textarea',
    'option',
    'noscript',
    'iframe',
    'svg',
    'math',
    'title',
    'template',
  ],
};
