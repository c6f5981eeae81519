import { type ConsentChoice, objectsToMeasuring, readConsent, saveConsent } from '#lib/client/analytics/consent.ts';
import { t } from '#lib/contract/text/t.ts';
import type { PageAnalytics } from '#lib/page/analytics.ts';
import { type ConsentButton, closeConsentLine, findChoiceLink, showConsentLine } from './ConsentLine.ts';
import type { Reporting } from './reporting.ts';

const analytics = JSON.parse(document.documentElement.dataset['analytics'] as string) as PageAnalytics;
const { page, question } = analytics;
window.shopperEvents ??= [];
const queue = window.shopperEvents;

let choice: ConsentChoice | undefined;
const isAccepted = (): boolean => choice === 'accepted';

let reporting: Promise<Reporting> | undefined;

/** Loads what only shoppers need who have accepted, or change their answer. */
function loadReporting(): Promise<Reporting> {
  reporting ??= import('./reporting.ts').then(({ createReporting }) => createReporting(analytics, queue, isAccepted));
  return reporting;
}

/** Blocked, or offline: the page goes on without. */
const warn = (error: unknown): void => console.warn(error);

/** Applies an answer, of this tab or another. What the shopper did before it was accepted is never sent; the page is, which is still open. */
function apply(answer: ConsentChoice | undefined, isFirst = false): void {
  if (answer === choice) return;
  const wasAccepted = isAccepted();
  choice = answer;
  closeConsentLine();
  if (isAccepted() === wasAccepted) return;
  const before = queue.splice(0);
  if (page !== 'private') loadReporting().then(({ update }) => update(isFirst ? before : []), warn);
}

function give(answer: ConsentChoice): void {
  saveConsent(answer, question);
  closeConsentLine();
  apply(answer);
  if (!isAccepted()) loadReporting().then(({ forget }) => forget(), warn);
}

const answers: ConsentButton[] = [
  [t('Refuse'), () => give('refused')],
  [t('Accept'), () => give('accepted')],
];

/** Asks a shopper who wants to change the answer. */
const askAgain = (): Promise<void> =>
  loadReporting().then(({ describe }) => {
    const isObjected = objectsToMeasuring();
    return showConsentLine(describe(choice, isObjected), isObjected ? [[t('Close'), closeConsentLine]] : answers, true);
  }, warn);

apply(readConsent(question), true);
// In the middle of a purchase nothing is asked.
if (!choice && page === 'shared') void showConsentLine(question, answers);
const link = findChoiceLink();
link?.addEventListener('click', (event) => {
  event.preventDefault();
  void askAgain();
});
// Followed before this script had come.
if (location.hash === link?.hash) void askAgain();
// An answer in another tab, or on the page that this one returns from.
for (const type of ['storage', 'pageshow']) addEventListener(type, () => apply(readConsent(question)));
