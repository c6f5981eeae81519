import type { ConnectAnalytics } from '#lib/client/analytics/provider.ts';
import type { ShopperEvent, ShopperItem } from '#lib/rules/analytics/shopper-event.ts';
import { CURRENCY, PAISE_PER_RUPEE } from '#lib/rules/money.ts';

type Window4 = Window & { dataLayer?: unknown[] } & Record<`ga-disable-${string}`, boolean>;

const toItem = ({ id, name, variant, category, price, quantity }: ShopperItem) => ({
  item_id: id,
  item_name: name,
  ...(variant && { item_variant: variant }),
  ...(category && { item_category: category }),
  price: price / PAISE_PER_RUPEE,
  quantity,
});

/** The name and the parameters of an event: https://developers.google.com/analytics/devguides/collection/ga4/reference/events */
function toGa4Event(event: ShopperEvent): [name: string, parameters: object] {
  if (event.name === 'page') return ['page_view', { page_location: event.url, page_title: event.title }];
  if (event.name === 'search') return ['search', { search_term: event.text }];
  const { name, items, value } = event;
  const purchase = name === 'purchase' && { transaction_id: event.order, shipping: event.shipping / PAISE_PER_RUPEE };
  return [name, { ...purchase, currency: CURRENCY, value: value / PAISE_PER_RUPEE, items: items.map(toItem) }];
}

/** Google Analytics 4 by gtag.js, for measurement only: never for advertisements. */
export const connectGa4: ConnectAnalytics = ({ id, url = 'https://www.googletagmanager.com' }, addScript) => {
  const page = window as unknown as Window4;
  page.dataLayer ??= [];
  const layer = page.dataLayer;
  const gtag: (...command: unknown[]) => void = function () {
    // biome-ignore lint/complexity/noArguments: gtag.js takes an Arguments object and no array
    layer.push(arguments);
  };
  const denied = 'denied';
  gtag('consent', 'default', {
    ad_storage: denied,
    ad_user_data: denied,
    ad_personalization: denied,
    analytics_storage: 'granted',
  });
  gtag('js', new Date());
  let isConfigured = false;
  addScript(`${url}/gtag/js?id=${id}`);
  return {
    send: (event) => {
      const [name, parameters] = toGa4Event(event);
      if (event.name === 'page') {
        // Before the first event, and for all that follow: the address of some pages has a query that must not be sent.
        gtag('set', { page_location: event.url, page_title: event.title });
        if (!isConfigured) gtag('config', id, { send_page_view: false });
        isConfigured = true;
      }
      gtag('event', name, parameters);
    },
    setAllowed: (isAllowed) => {
      page[`ga-disable-${id}`] = !isAllowed;
    },
  };
};
