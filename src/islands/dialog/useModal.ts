import { type RefObject, useEffect } from 'react';

/** Elements that stay usable beside an open modal, such as toasts. */
const NEVER_INERT = '[data-toasts], script, style, link, template';

const FOCUSABLE = 'a[href], button:enabled, input:enabled, select:enabled, textarea:enabled';

/** Disables page scrolling, with padding in place of the scrollbar to avoid a layout shift. */
function lockScroll(root: HTMLElement): void {
  root.style.setProperty('--scrollbar', `${innerWidth - root.clientWidth}px`);
  root.classList.add('scroll-locked');
}

/** Focus trap: wraps Tab and Shift+Tab within an element. */
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
 * Makes an element a modal dialog while mounted: inert background, focus trap, scroll lock, close on Escape. Focuses it, and on
 * unmount restores the focus to the opener, else to `fallbackFocus`. The element must be a child of <body>; modals can be nested.
 */
export function useModal(
  dialog: RefObject<HTMLElement | null>,
  close: () => void,
  fallbackFocus: RefObject<HTMLElement | null>,
): void {
  useEffect(() => {
    const element = dialog.current;
    if (!element) return;
    const opener = document.activeElement;
    const background = [...document.body.children].filter(
      (child): child is HTMLElement =>
        child instanceof HTMLElement && child !== element && !child.inert && !child.matches(NEVER_INERT),
    );
    for (const child of background) child.inert = true;
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
      for (const child of background) child.inert = false;
      const target =
        opener instanceof HTMLElement && opener !== document.body && opener.isConnected ? opener : fallbackFocus.current;
      target?.focus({ preventScroll: true });
    };
  }, [dialog, close, fallbackFocus]);
}
