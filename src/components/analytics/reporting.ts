import type { ConsentChoice } from '#lib/client/analytics/consent.ts';
import type { ShopperEventQueue } from '#lib/client/analytics/emit-shopper-event.ts';
import { t } from '#lib/contract/text/t.ts';
import type { PageAnalytics } from '#lib/page/analytics.ts';
import type { ShopperEvent, ShopperItem } from '#lib/rules/analytics/shopper-event.ts';

/** The longest that the providers wait for an idle page, in milliseconds. */
const IDLE_MS = 3000;

/** What the opened page is to the providers. The query is left out where it may be about the shopper. */
function listPageEvents(isShared: boolean, viewed: ShopperItem | undefined): ShopperEvent[] {
  const { origin, pathname, search } = location;
  const text = isShared && new URLSearchParams(search).get('search');
  return [
    { name: 'page', url: origin + pathname + (isShared ? search : ''), title: document.title },
    ...(text ? [{ name: 'search' as const, text }] : []),
    ...(viewed ? [{ name: 'view_item' as const, items: [viewed], value: viewed.price }] : []),
  ];
}

/** Resolves when the page has loaded and is idle. */
const whenIdle = (): Promise<unknown> =>
  new Promise((resolve) => {
    // Safari has no idle callbacks.
    const wait = () => ('requestIdleCallback' in self ? requestIdleCallback(resolve, { timeout: IDLE_MS }) : resolve(null));
    if (document.readyState === 'complete') wait();
    else addEventListener('load', wait, { once: true });
  });

/** What a page does after consent, and where a shopper changes it. */
export interface Reporting {
  /** What the line says to a shopper who opens it. `isObjected`: the browser has answered, so that there is only a button to close it. */
  describe: (choice: ConsentChoice | undefined, isObjected: boolean, choices: HTMLElement) => string;
  /** Follows a change of consent. If it is given, the page counts as opened, before the events that the queue has. */
  update: (earlier: readonly ShopperEvent[]) => void;
  /** Removes what the providers have saved on this device, after they have been stopped. */
  forget: () => Promise<void>;
}

export function createReporting(
  { providers, page, item }: PageAnalytics,
  question: string,
  queue: ShopperEventQueue,
  isAccepted: () => boolean,
): Reporting {
  /** Loads the providers; undefined if they are blocked, or have been refused meanwhile. Resolves to what stops them, or lets them go on. */
  const load = async () => {
    await whenIdle();
    if (!isAccepted()) return undefined;
    try {
      const { reportEvents } = await import('#lib/client/analytics/report-events.ts');
      return await reportEvents(providers, queue, isAccepted);
    } catch (error) {
      console.warn('Analytics could not be loaded', error);
      return undefined;
    }
  };
  let loading: ReturnType<typeof load> = Promise.resolve(undefined);
  /** Whether the page counts as opened since the last answer. */
  let isReported = false;
  const reportPage = (earlier: readonly ShopperEvent[] = []): void => {
    const later = queue.splice(0);
    if (isAccepted()) queue.push(...listPageEvents(!page, item), ...earlier, ...later);
    isReported = isAccepted();
  };
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted && isReported) reportPage();
  });
  return {
    describe: (choice, isObjected, choices) => {
      if (isObjected) {
        const button = { className: 'button', textContent: t('Close') };
        choices.replaceChildren(Object.assign(document.createElement('button'), button));
        return t('Your browser asks websites not to track you, so your visits are not measured.');
      }
      if (!choice) return question;
      return choice === 'accepted'
        ? t('{question} You have accepted this.', { question })
        : t('{question} You have refused this.', { question });
    },
    update: (earlier) => {
      // First, so that providers that have been stopped take the events.
      loading = loading.then(async (setAllowed) => {
        if (!setAllowed) return isAccepted() ? load() : undefined;
        setAllowed(isAccepted());
        return setAllowed;
      });
      reportPage(earlier);
    },
    forget: async () => {
      await loading;
      (await import('#lib/client/analytics/remove-provider-data.ts')).removeProviderData();
    },
  };
}
