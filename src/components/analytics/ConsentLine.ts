import { t } from '#lib/contract/text/t.ts';
import styles from './ConsentLine.css?url';

/** A button's label and what it does. */
export type ConsentButton = [label: string, press: () => void];

/** Where the footer has the link that opens the line. */
export const findChoiceLink = (): HTMLAnchorElement | null => document.querySelector('a[href="#privacy-choice"]');

let line: HTMLElement | undefined;

const root = document.documentElement;

/** Adds the stylesheet, once; resolves when it applies or has failed. */
let styled: Promise<unknown> | undefined;
const addStyles = (): Promise<unknown> =>
  new Promise((resolve) => {
    const link = Object.assign(document.createElement('link'), {
      rel: 'stylesheet',
      href: styles,
      onload: resolve,
      onerror: resolve,
    });
    document.head.append(link);
  });

const button = ([textContent, onclick]: ConsentButton): HTMLButtonElement =>
  Object.assign(document.createElement('button'), { className: 'button', textContent, onclick });

/** Closes the line. The focus, if it was there, goes to the link in the footer that opens it. */
export function closeConsentLine(): void {
  if (line?.contains(document.activeElement)) findChoiceLink()?.focus({ preventScroll: true });
  line?.remove();
  line = undefined;
  delete root.dataset['asking'];
}

/** Shows a text with buttons at the foot of the screen, over nothing that the page needs. Replaces one that is shown. */
export async function showConsentLine(text: string, buttons: readonly ConsentButton[], isFocused = false): Promise<void> {
  closeConsentLine();
  const shown = Object.assign(document.createElement('section'), { className: 'consent' });
  shown.setAttribute('aria-label', t('Privacy choice'));
  const choices = document.createElement('div');
  choices.append(...buttons.map(button));
  shown.append(Object.assign(document.createElement('p'), { textContent: text }), choices);
  line = shown;
  styled ??= addStyles();
  await styled;
  // Closed meanwhile, as by an answer in another tab.
  if (line !== shown) return;
  root.dataset['asking'] = '';
  document.body.append(shown);
  // Leaves room for it behind the end of the page, and above it where the browser scrolls to what has the focus.
  new ResizeObserver(() => root.style.setProperty('--consent-height', `${shown.offsetHeight}px`)).observe(shown);
  if (isFocused) choices.querySelector('button')?.focus();
}
