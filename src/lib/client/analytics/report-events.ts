import type { AnalyticsSettings, PageProviders } from '#lib/rules/analytics/settings.ts';
import type { ShopperEvent } from '#lib/rules/analytics/shopper-event.ts';
import { claimOrder } from './claim-order.ts';
import type { ShopperEventQueue } from './emit-shopper-event.ts';
import type { AnalyticsConnection, ConnectAnalytics } from './provider.ts';

const loaders: { [Name in keyof Required<AnalyticsSettings>]: () => Promise<ConnectAnalytics> } = {
  ga4: async () => (await import('./providers/ga4.ts')).connectGa4,
  metaPixel: async () => (await import('./providers/meta-pixel.ts')).connectMetaPixel,
  plausible: async () => (await import('./providers/plausible.ts')).connectPlausible,
};

const addScript = (src: string): void =>
  document.head.append(Object.assign(document.createElement('script'), { src, async: true }));

const warn = (error: unknown): void => console.warn('Analytics failed', error);

/** The module of the shop's own. The other providers do not wait for it; events do, in their order. */
function connectCustom(isAllowed: () => boolean): AnalyticsConnection {
  const loading = import('virtual:shop-analytics').catch(warn);
  return {
    send: (event) => void loading.then((module) => (isAllowed() ? module?.default(event) : undefined)).catch(warn),
    setAllowed: () => {},
  };
}

async function connect({ custom, ...settings }: PageProviders, isAllowed: () => boolean): Promise<AnalyticsConnection[]> {
  const names = Object.keys(loaders) as (keyof AnalyticsSettings)[];
  const connecting = names.map(async (name) => {
    const account = settings[name];
    const connectProvider = account && (await loaders[name]());
    return connectProvider && isAllowed() && connectProvider(account, addScript);
  });
  const settled = await Promise.allSettled(connecting);
  const connections = settled.flatMap((result) => (result.status === 'fulfilled' && result.value ? [result.value] : []));
  return custom ? [...connections, connectCustom(isAllowed)] : connections;
}

/** Sends an event to each provider. One that fails does not keep it from the others. */
function sendToAll(connections: readonly AnalyticsConnection[], event: ShopperEvent): void {
  for (const { send } of connections) {
    try {
      send(event);
    } catch (error) {
      warn(error);
    }
  }
}

/**
 * Connects the providers and sends them the events of the queue and all that follow, in their order, while `isAllowed`. Resolves to a
 * function that stops the providers, or lets them go on.
 */
export async function reportEvents(
  providers: PageProviders,
  queue: ShopperEventQueue,
  isAllowed: () => boolean,
): Promise<(isAllowed: boolean) => void> {
  const connections = await connect(providers, isAllowed);
  let before: Promise<unknown> = Promise.resolve();
  const report = (event: ShopperEvent): void => {
    if (!isAllowed()) return;
    before = before.then(async () => {
      if (event.name === 'purchase' && !(await claimOrder(event.order))) return;
      if (isAllowed()) sendToAll(connections, event);
    });
  };
  for (const event of queue.splice(0)) report(event);
  queue.push = (...events) => {
    events.forEach(report);
    return 0;
  };
  return (allowed) => {
    for (const { setAllowed } of connections) setAllowed(allowed);
  };
}
