import { type ConsentChoice, objectsToMeasuring, readConsent, saveConsent } from '#lib/client/analytics/consent.ts';
import { CONSENT_KEY } from '#lib/contract/saved-state.ts';
import type { PageAnalytics } from '#lib/page/analytics.ts';
import type { ShopperEvent, ShopperItem } from '#lib/rules/analytics/shopper-event.ts';
import { closeConsentLine, findChoiceLink, showConsentLine } from './consent-line.ts';
import { ACCEPTED_NOTE, askForConsent, OBJECTION_NOTE, REFUSED_NOTE } from './consent-texts.ts';

/** The longest that the providers wait for an idle page, in milliseconds. */
const IDLE_MS = 3000;

const root = document.documentElement;
const { providers, page } = JSON.parse(root.dataset['analytics'] as string) as PageAnalytics;
const question = askForConsent(providers);
const isShared = page === 'shared';
window.shopperEvents ??= [];
const queue = window.shopperEvents;

let choice: ConsentChoice | undefined;
const isAccepted = (): boolean => choice === 'accepted';

/** What the opened page is to the providers. The query is left out where it may be about the shopper. */
function listPageEvents(): ShopperEvent[] {
  const { origin, pathname, search } = location;
  const text = isShared && new URLSearchParams(search).get('search');
  const { item } = root.dataset;
  const viewed = item ? (JSON.parse(item) as ShopperItem) : undefined;
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

/** Loads the providers; undefined if they are blocked, or have been refused meanwhile. Resolves to a function that stops them, or lets them go on. */
async function loadProviders(): Promise<((isAllowed: boolean) => void) | undefined> {
  await whenIdle();
  if (!isAccepted()) return undefined;
  try {
    const { reportEvents } = await import('#lib/client/analytics/report-events.ts');
    return await reportEvents(providers, queue, isAccepted);
  } catch (error) {
    console.warn('Analytics could not be loaded', error);
    return undefined;
  }
}

let loading: ReturnType<typeof loadProviders> = Promise.resolve(undefined);

/** Stops the providers, or lets them go on; loads them first if necessary. */
function updateProviders(): void {
  loading = loading.then(async (setAllowed) => {
    if (!setAllowed) return isAccepted() ? loadProviders() : undefined;
    setAllowed(isAccepted());
    return setAllowed;
  });
}

/** Applies an answer, of this tab or another. What the shopper did before it was accepted is never sent; the page is, which is still open. */
function apply(answer: ConsentChoice | undefined, isAnsweredBefore: boolean): void {
  const wasAccepted = isAccepted();
  choice = answer;
  const earlier = queue.splice(0);
  if (answer) closeConsentLine();
  if (page === 'private' || isAccepted() === wasAccepted) return;
  // First, so that providers that have been stopped take the events.
  updateProviders();
  if (isAccepted()) queue.push(...listPageEvents(), ...(isAnsweredBefore ? earlier : []));
}

async function answer(given: ConsentChoice): Promise<void> {
  saveConsent(given, question);
  apply(given, false);
  if (given === 'accepted') return;
  await loading;
  (await import('#lib/client/analytics/remove-provider-data.ts')).removeProviderData();
}

/** Asks, or says what the answer was. `isFocused` where the shopper has asked for it. */
function ask(isFocused = false): void {
  if (objectsToMeasuring()) return void showConsentLine(OBJECTION_NOTE, [['Close', closeConsentLine]], isFocused);
  const note = choice && (isAccepted() ? ACCEPTED_NOTE : REFUSED_NOTE);
  void showConsentLine(
    note ? `${question} ${note}` : question,
    [
      ['Refuse', () => void answer('refused')],
      ['Accept', () => void answer('accepted')],
    ],
    isFocused,
  );
}

apply(readConsent(question), true);
// In the middle of a purchase nothing is asked.
if (!choice && isShared) ask();
const link = findChoiceLink();
link?.addEventListener('click', (event) => {
  event.preventDefault();
  ask(true);
});
// Followed before this script had come.
if (location.hash === link?.hash) ask(true);
addEventListener('storage', ({ key }) => {
  if (key === CONSENT_KEY || key === null) apply(readConsent(question), false);
});
addEventListener('pageshow', ({ persisted }) => {
  if (!persisted) return;
  const wasAccepted = isAccepted();
  apply(readConsent(question), false);
  if (wasAccepted && isAccepted() && page !== 'private') queue.push(...listPageEvents());
});
