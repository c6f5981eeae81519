import sanitizeHtml from 'sanitize-html';
import { descriptionHtml } from '#lib/rules/allowed-description-html.ts';

/** Sanitises a product description for a page. The embedded store does so on import; another store may not. */
export const sanitiseDescription = (html: string): string => sanitizeHtml(html, descriptionHtml);
