import { type RefObject, useEffect } from 'react';

/** What stays usable beside an open dialog: the notifications. */
const STAYS = '[data-toasts], script, style, link, template';

/**
 * Makes an element a modal dialog while it is mounted: the rest of the page is inert (which keeps the focus inside), the page does
 * not scroll, Escape closes, and the focus goes in and comes back. The element must be a child of <body>.
 */
export function useModal(dialog: RefObject<HTMLElement | null>, close: () => void): void {
  useEffect(() => {
    const element = dialog.current;
    if (!element) return;
    const opener = document.activeElement;
    const behind = [...document.body.children].filter(
      (child): child is HTMLElement => child instanceof HTMLElement && child !== element && !child.inert && !child.matches(STAYS),
    );
    for (const child of behind) child.inert = true;
    document.documentElement.classList.add('scroll-locked');
    element.focus();
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') close();
    };
    document.addEventListener('keydown', onKey);
    return () => {
      document.removeEventListener('keydown', onKey);
      document.documentElement.classList.remove('scroll-locked');
      for (const child of behind) child.inert = false;
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true });
    };
  }, [dialog, close]);
}
