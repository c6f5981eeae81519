import type { ClientDirective } from 'astro';
import { dispatchWindowEvent, onWindowEvent } from '#lib/client/window-events.ts';
import { rememberControls } from './carry-over.ts';
import { findNativeTarget, isSubmit, removeError } from './island-fallback.ts';
import { retryWhenOnline } from './retry-when-online.ts';

/**
 * `client:intent`: prefetches an island's scripts on pointer or focus in its parent element and hydrates it on interaction. Clicks on
 * links and buttons are queued and replayed after hydration, except inside `[data-native]`; if the scripts fail to load, a queued click
 * falls back to its native effect or an offline note. `client:intent="now"` hydrates with the page. See
 * docs/decisions/0005-islands-hydrate-on-intent.md.
 */
const intent: ClientDirective = (load, { value }, island) => {
  const listeners = new AbortController();
  const { signal } = listeners;
  const parent = island.parentElement ?? island;
  let loading: ReturnType<typeof load> | undefined;
  let isHydrating = false;
  let queue: HTMLElement[] = [];
  /** Target of a click that runs natively, without being queued again. */
  let nativeTarget: HTMLElement | undefined;

  const prefetch = () => {
    loading ??= load();
    return loading;
  };
  const fallBack = () => {
    isHydrating = false;
    loading = undefined;
    nativeTarget = findNativeTarget(queue);
    queue = [];
    nativeTarget?.click();
    retryWhenOnline(hydrate, signal);
  };
  const hydrate = async () => {
    if (isHydrating) return;
    isHydrating = true;
    const hydrateIsland = await prefetch();
    const carryOver = rememberControls(island);
    await hydrateIsland();
    island.removeAttribute('aria-busy');
    if (island.hasAttribute('ssr')) return fallBack();
    const findPresent = carryOver();
    listeners.abort();
    removeError();
    dispatchWindowEvent('island:hydrated');
    for (const target of queue) {
      findPresent(target)?.click();
      // Lets React render the change before the next click.
      await undefined;
    }
  };
  const queueClick = (event: MouseEvent) => {
    const target = (event.target as Element).closest<HTMLElement>('a, button, summary');
    if (target && target === nativeTarget) return;
    hydrate();
    if (!target || target.closest('[data-native]') || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    // Repeated clicks on a submit button count once; on a stepper each counts.
    if (!isSubmit(target) || !queue.includes(target)) queue.push(target);
    island.setAttribute('aria-busy', 'true');
  };

  for (const type of ['pointerover', 'focusin']) parent.addEventListener(type, prefetch, { signal, passive: true });
  for (const type of ['pointerover', 'touchstart', 'focusin', 'keydown'])
    island.addEventListener(type, hydrate, { signal, passive: true });
  island.addEventListener('click', queueClick, { signal, capture: true });
  // Hydrates all islands together, so that adding a product can open the cart in the header.
  onWindowEvent('island:hydrated', hydrate, { signal });
  if (value === 'now') hydrate();
  // On a page with a `client:load` island React is loaded anyway, so hydrating this one is cheap and updates the cart's count.
  addEventListener('load', () => document.querySelector('astro-island[client=load]') && hydrate(), { signal });
};

export default intent;
