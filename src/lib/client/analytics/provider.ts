import type { AnalyticsAccount } from '#lib/rules/analytics/settings.ts';
import type { ShopperEvent } from '#lib/rules/analytics/shopper-event.ts';

/** A provider of analytics in the browser. It is called in the order of the events, never before consent. */
export interface AnalyticsConnection {
  /** Sends an event. Does not wait: what the provider's script has not taken yet is kept in a queue. */
  send: (event: ShopperEvent) => void;
  /** Stops the provider's own script, which may send by itself, or lets it go on. */
  setAllowed: (isAllowed: boolean) => void;
}

/** Connects a provider. `addScript` adds its script to the page; one that never comes, or fails, has no effect. */
export type ConnectAnalytics = (account: AnalyticsAccount, addScript: (url: string) => void) => AnalyticsConnection;
