import type { ConnectAnalytics } from '#lib/client/analytics/provider.ts';
import type { ShopperEvent } from '#lib/rules/analytics/shopper-event.ts';
import { CURRENCY, toRupees } from '#lib/rules/money.ts';

/** The fields of an event that depend on its kind. A page view has the name that Plausible counts by. */
function toPlausibleEvent(event: ShopperEvent): object {
  if (event.name === 'page') return { name: 'pageview', url: event.url };
  if (event.name === 'search') return { name: 'search', props: { text: event.text } };
  const { name, items, value } = event;
  const props = { items: items.map((item) => item.name).join(', ') };
  if (name !== 'purchase') return { name, props };
  return { name, props, revenue: { currency: CURRENCY, amount: toRupees(value) } };
}

/** Plausible by its events API, which needs no script: https://plausible.io/docs/events-api */
export const connectPlausible: ConnectAnalytics = ({ id, url = 'https://plausible.io' }) => {
  let address = '';
  return {
    send: (event) => {
      if (event.name === 'page') address = event.url;
      const body = { domain: id, url: address, referrer: document.referrer, ...toPlausibleEvent(event) };
      // As text: JSON would be asked for first, and the page may be left.
      fetch(`${url}/api/event`, { method: 'POST', body: JSON.stringify(body), keepalive: true, credentials: 'omit' }).catch(
        () => {},
      );
    },
    setAllowed: () => {},
  };
};
