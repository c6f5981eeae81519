import { type ConsentChoice, objectsToMeasuring, readConsent, saveConsent } from '#lib/client/analytics/consent.ts';
import type { PageAnalytics } from '#lib/page/analytics.ts';
import type { Reporting } from './reporting.ts';

window.shopperEvents ??= [];
const queue = window.shopperEvents;

const line = document.querySelector('.consent') as HTMLElement;
const [text, choices, data] = line.children as unknown as [HTMLElement, HTMLElement, HTMLElement];
const analytics = JSON.parse(data.textContent) as PageAnalytics;
const { page } = analytics;
/** Read before a translator may have changed it. */
const question = text.textContent;
/** In the footer; opens the line. */
const link = document.querySelector('a[href="#privacy-choice"]') as HTMLAnchorElement;

let choice: ConsentChoice | undefined;
const isAccepted = (): boolean => choice === 'accepted';

let reporting: Promise<Reporting> | undefined;

/** Loads what only shoppers need who have accepted, or change their answer. The page goes on without, where it is blocked or offline. */
function loadReporting(): Promise<Reporting> {
  reporting ??= import('./reporting.ts').then((module) => module.createReporting(analytics, question, queue, isAccepted));
  return reporting;
}

/** The focus, if it was in the line, goes to the link that opens it. */
function close(): void {
  if (line.contains(document.activeElement)) link.focus({ preventScroll: true });
  line.hidden = true;
}

/** Applies an answer, of this tab or another. What the shopper did before it was accepted is never sent; the page is, which is still open. */
function apply(answer: ConsentChoice | undefined, isFirst = false): void {
  if (answer === choice) return;
  const wasAccepted = isAccepted();
  choice = answer;
  close();
  if (isAccepted() === wasAccepted) return;
  const before = queue.splice(0);
  if (page !== 'private') loadReporting().then((loaded) => loaded.update(isFirst ? before : []), console.warn);
}

choices.onclick = ({ target }) => {
  // Without a value, the button only closes the line; what is not a button has none either.
  const { value } = target as HTMLButtonElement;
  if (value) {
    saveConsent(value as ConsentChoice, question);
    apply(value as ConsentChoice);
    if (!isAccepted()) loadReporting().then((loaded) => loaded.forget(), console.warn);
  }
  if (value != null) close();
};

/** Asks a shopper who wants to change the answer. */
const askAgain = (): Promise<void> =>
  loadReporting().then((loaded) => {
    text.textContent = loaded.describe(choice, objectsToMeasuring(), choices);
    line.hidden = false;
    (choices.firstElementChild as HTMLElement).focus();
  }, console.warn);

apply(readConsent(question), true);
// In the middle of a purchase nothing is asked.
if (!choice && !page) line.hidden = false;
link.onclick = (event) => {
  event.preventDefault();
  void askAgain();
};
// Followed before this script had come.
if (location.hash === link.hash) void askAgain();
// An answer in another tab, or on the page that this one returns from. One that the browser does not save counts on this page.
const follow = (): void => apply(readConsent(question) ?? choice);
window.onstorage = follow;
window.onpageshow = follow;
