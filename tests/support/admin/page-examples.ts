import { adminRoutes } from '#admin/routes.ts';
import { ADMIN_BASE } from '#lib/contract/admin/admin-path.ts';

/** Values of the parameters of a page's address. */
export interface PageWorld {
  /** The number of an order that is placed. */
  orderNumber: string;
  /** The id of a message of the contact form. */
  messageId: string;
}

/** An address of each page that needs a parameter in its path or query, by its pattern. */
const examples: Record<string, (world: PageWorld) => string> = {
  '/orders/[number]': ({ orderNumber }) => `/orders/${orderNumber}`,
  '/orders/[number]/edit': ({ orderNumber }) => `/orders/${orderNumber}/edit`,
  '/orders/[number]/refund': ({ orderNumber }) => `/orders/${orderNumber}/refund`,
  '/messages/[id]': ({ messageId }) => `/messages/${messageId}`,
  '/print/courier-file': ({ orderNumber }) => `/print/courier-file?format=delhivery&order=${orderNumber}`,
  '/print/[kind]': ({ orderNumber }) => `/print/labels?order=${orderNumber}`,
  '/[...path]': () => '/no-such-page',
};

/** Every page, with an address that exists. Throws for a page with parameters that has no example. */
export const pagesOf = (world: PageWorld): { pattern: string; path: string; access: 'anyone' | 'packer' | 'owner' }[] =>
  adminRoutes.map(({ pattern, access }) => {
    const example = examples[pattern]?.(world) ?? (pattern.includes('[') ? undefined : pattern);
    if (example === undefined) throw new Error(`${pattern} needs an example in page-examples.ts`);
    return { pattern, path: ADMIN_BASE + example, access };
  });
