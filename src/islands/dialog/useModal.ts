import { type RefObject, useEffect } from 'react';

/** What stays usable beside an open dialog: the notifications. */
const NEVER_INERT = '[data-toasts], script, style, link, template';

const FOCUSABLE = 'a[href], button:enabled, input:enabled, select:enabled, textarea:enabled';

/** Keeps the page from scrolling, without moving it where the scrollbar goes. */
function lockScroll(root: HTMLElement): void {
  root.style.setProperty('--scrollbar', `${innerWidth - root.clientWidth}px`);
  root.classList.add('scroll-locked');
}

/** Sends the focus around within an element when Tab would leave it. */
function trapFocus(element: HTMLElement, event: KeyboardEvent): void {
  const stops = [...element.querySelectorAll<HTMLElement>(FOCUSABLE)].filter((stop) => stop.tabIndex >= 0);
  const leaving = event.shiftKey ? stops[0] : stops.at(-1);
  const entering = event.shiftKey ? stops.at(-1) : stops[0];
  const atEdge = document.activeElement === leaving || (event.shiftKey && document.activeElement === element);
  if (!atEdge || !entering) return;
  event.preventDefault();
  entering.focus();
}

/**
 * Makes an element a modal dialog while it is mounted: the rest of the page is inert, Tab stays inside, the page does not scroll,
 * Escape closes, and the focus goes in and comes back to where it was, or to `home`. The element must be a child of <body>. A dialog
 * may open over another one, which waits meanwhile.
 */
export function useModal(dialog: RefObject<HTMLElement | null>, close: () => void, home: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = dialog.current;
    if (!element) return;
    const opener = document.activeElement;
    const behind = [...document.body.children].filter(
      (child): child is HTMLElement =>
        child instanceof HTMLElement && child !== element && !child.inert && !child.matches(NEVER_INERT),
    );
    for (const child of behind) child.inert = true;
    const root = document.documentElement;
    const locked = root.classList.contains('scroll-locked');
    if (!locked) lockScroll(root);
    element.focus();
    const onKey = (event: KeyboardEvent) => {
      if (element.inert) return;
      if (event.key === 'Escape') close();
      if (event.key === 'Tab') trapFocus(element, event);
    };
    document.addEventListener('keydown', onKey);
    return () => {
      document.removeEventListener('keydown', onKey);
      if (!locked) root.classList.remove('scroll-locked');
      for (const child of behind) child.inert = false;
      const back = opener instanceof HTMLElement && opener !== document.body && opener.isConnected ? opener : home.current;
      back?.focus({ preventScroll: true });
    };
  }, [dialog, close, home]);
}
