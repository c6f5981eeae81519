import type { ConnectAnalytics } from '#lib/client/analytics/provider.ts';
import type { ShopperEvent } from '#lib/rules/analytics/shopper-event.ts';
import { CURRENCY, PAISE_PER_RUPEE } from '#lib/rules/money.ts';

/** The function that Meta's script takes over, with its queue. */
interface Fbq {
  (...command: unknown[]): void;
  callMethod?: (...command: unknown[]) => void;
  queue: unknown[];
  push: Fbq;
  loaded: true;
  version: '2.0';
  disablePushState: true;
}

/** Standard events of Meta for those with items; it has none for a removal. */
const standardEvents = {
  view_item: 'ViewContent',
  add_to_cart: 'AddToCart',
  begin_checkout: 'InitiateCheckout',
  purchase: 'Purchase',
  remove_from_cart: undefined,
} as const;

/** The arguments after `track`: https://developers.facebook.com/docs/meta-pixel/reference. Undefined if Meta has no such event. */
function toPixelEvent(event: ShopperEvent): unknown[] | undefined {
  if (event.name === 'page') return ['PageView'];
  if (event.name === 'search') return ['Search', { search_string: event.text }];
  const name = standardEvents[event.name];
  if (!name) return undefined;
  const { items, value } = event;
  const content = {
    content_type: items.some(({ isGroup }) => isGroup) ? 'product_group' : 'product',
    content_ids: items.map(({ id }) => id),
    num_items: items.reduce((sum, { quantity }) => sum + quantity, 0),
    value: value / PAISE_PER_RUPEE,
    currency: CURRENCY,
  };
  // Meta counts an event with the same id once.
  return event.name === 'purchase' ? [name, content, { eventID: event.order }] : [name, content];
}

function createFbq(): Fbq {
  const fbq = ((...command: unknown[]) => {
    if (fbq.callMethod) fbq.callMethod(...command);
    else fbq.queue.push(command);
  }) as Fbq;
  // `disablePushState`: a changed filter of the listing is no further page.
  return Object.assign(fbq, { push: fbq, loaded: true, version: '2.0', queue: [], disablePushState: true } as const);
}

/** Meta Pixel by fbevents.js, without what it would find on the page by itself, such as buttons and fields of forms. */
export const connectMetaPixel: ConnectAnalytics = ({ id, url = 'https://connect.facebook.net' }, addScript) => {
  const fbq = createFbq();
  Object.assign(window, { fbq, _fbq: fbq });
  fbq('set', 'autoConfig', false, id);
  fbq('init', id);
  addScript(`${url}/en_US/fbevents.js`);
  return {
    send: (event) => {
      const command = toPixelEvent(event);
      if (command) fbq('track', ...command);
    },
    setAllowed: (isAllowed) => fbq('consent', isAllowed ? 'grant' : 'revoke'),
  };
};
