import { type RefObject, useEffect } from 'react';

/** Elements that stay usable beside an open modal, such as toasts. */
const NEVER_INERT = '[data-toasts], script, style, link, template';

/** Closes on what the platform closes things with: Escape, and Back on Android. Some browsers, and TypeScript's types, lack it. */
interface CloseWatcher {
  onclose: (() => void) | null;
  destroy: () => void;
}

const CloseWatcher = (globalThis as { CloseWatcher?: new () => CloseWatcher }).CloseWatcher;

const FOCUSABLE = 'a[href], button:enabled, input:enabled, select:enabled, textarea:enabled';

/** Disables page scrolling, with padding in place of the scrollbar to avoid a layout shift. */
function lockScroll(root: HTMLElement): void {
  root.style.setProperty('--scrollbar', `${innerWidth - root.clientWidth}px`);
  root.classList.add('scroll-locked');
}

const focusStops = (within: ParentNode): HTMLElement[] =>
  [...within.querySelectorAll<HTMLElement>(FOCUSABLE)].filter((stop) => stop.tabIndex >= 0);

/** Focus trap: Tab and Shift+Tab go round an element and the buttons of the toasts beside it, such as Undo. */
function trapFocus(element: HTMLElement, event: KeyboardEvent): void {
  const inDialog = focusStops(element);
  const toasts = [...document.querySelectorAll('[data-sonner-toast][data-visible=true]')].flatMap(focusStops);
  const ring = [...inDialog, ...toasts];
  const at = document.activeElement === element ? -1 : ring.indexOf(document.activeElement as HTMLElement);
  const isEdge = event.shiftKey ? at <= 0 || at === inDialog.length : at === inDialog.length - 1 || at === ring.length - 1;
  const entering = ring.at(event.shiftKey ? Math.max(at, 0) - 1 : (at + 1) % ring.length);
  if (!isEdge || !entering) return;
  event.preventDefault();
  entering.focus();
}

/** Swallows clicks of a pointer that was pressed before the element opened. Keys and assistive technology click without a pointer. */
function ignoreEarlierPresses(element: HTMLElement): void {
  let isPressed = false;
  element.addEventListener('pointerdown', () => (isPressed = true), { capture: true, once: true });
  const swallow = (event: MouseEvent) => {
    if (isPressed || !(event instanceof PointerEvent) || event.pointerId < 0) return;
    event.preventDefault();
    event.stopPropagation();
  };
  element.addEventListener('click', swallow, { capture: true });
}

/**
 * Makes an element a modal dialog while mounted: inert background, focus trap, scroll lock, close on Escape and Back. Focuses it, and on
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
    ignoreEarlierPresses(element);
    const watcher = CloseWatcher && new CloseWatcher();
    if (watcher) watcher.onclose = close;
    const onKey = (event: KeyboardEvent) => {
      if (element.inert) return;
      // Escape closes what is open over the dialog first.
      if (!watcher && event.key === 'Escape' && !element.querySelector('[popover]:popover-open')) close();
      if (event.key === 'Tab') trapFocus(element, event);
    };
    document.addEventListener('keydown', onKey);
    return () => {
      watcher?.destroy();
      document.removeEventListener('keydown', onKey);
      if (!locked) root.classList.remove('scroll-locked');
      for (const child of background) child.inert = false;
      const target =
        opener instanceof HTMLElement && opener !== document.body && opener.isConnected ? opener : fallbackFocus.current;
      target?.focus({ preventScroll: true });
    };
  }, [dialog, close, fallbackFocus]);
}
