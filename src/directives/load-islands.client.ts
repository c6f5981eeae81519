import { findNativeTarget, removeError } from './island-fallback.ts';
import { retryWhenOnline } from './retry-when-online.ts';

/** Events that hydrate the island they happen in. */
const intents = ['pointerover', 'touchstart', 'focusin', 'keydown'];

/** Islands that hydrate with the page; templates of static sites have some. */
const hydratesWithPage = 'astro-island:not([client=intent]),astro-island[opts*="now"]';

const listeners = new AbortController();
const { signal } = listeners;
let queue: HTMLElement[] = [];
let loading: Promise<void> | undefined;
/** Target of a click that runs natively, without being queued again. */
let nativeTarget: HTMLElement | undefined;

/** Fetches the modules of an island along with the runtime, instead of after it. */
function prefetch(island: Element | undefined): void {
  if (!island || !navigator.onLine) return;
  void load().catch(() => undefined);
  for (const name of ['component-url', 'renderer-url']) {
    const address = island.getAttribute(name);
    if (address) import(/* @vite-ignore */ address).catch(() => undefined);
  }
}

/** The browser keeps the failure of a module: none is asked for while it is offline. */
const loadRuntime = (): Promise<unknown> =>
  navigator.onLine ? import('./island-runtime.ts') : Promise.reject(new Error('The browser is offline'));

/** Loads the runtime of islands, once. From then on each island listens by itself. */
function load(): Promise<void> {
  loading ??= loadRuntime().then(
    () => {
      listeners.abort();
      removeError();
      for (const target of queue) target.click();
    },
    (error: unknown) => {
      loading = undefined;
      fallBack();
      throw error;
    },
  );
  return loading;
}

/** After a failure: a queued click falls back to its native effect or a note, and the runtime is loaded when the connection is back. */
function fallBack(): void {
  nativeTarget = findNativeTarget(queue);
  for (const waiting of queue) waiting.closest('astro-island')?.removeAttribute('aria-busy');
  queue = [];
  nativeTarget?.click();
  retryWhenOnline(() => void load().catch(() => undefined), signal);
}

const islandOf = ({ target }: Event): Element | null => (target as Element).closest('astro-island[ssr]');

/** The island beside which an event happened: a child of an element that contains its target. */
function findNear(event: Event): Element | undefined {
  for (let parent = event.target as Element | null; parent; parent = parent.parentElement) {
    const island = parent.querySelector(':scope > astro-island[ssr]');
    if (island) return island;
  }
  return undefined;
}

/** Loads the runtime and lets it see the event that it has missed. */
async function wake(island: Element, type: string): Promise<void> {
  prefetch(island);
  try {
    await load();
  } catch {
    // `fallBack` has handled a click.
    return;
  }
  island.dispatchEvent(new Event(type));
}

function queueClick(event: MouseEvent): void {
  const island = islandOf(event);
  const target = (event.target as Element).closest<HTMLElement>('a, button, summary');
  if (!island || (target && target === nativeTarget)) return;
  void wake(island, 'pointerover');
  if (!target || target.closest('[data-native]') || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  event.stopPropagation();
  queue.push(target);
  island.setAttribute('aria-busy', 'true');
}

if (!customElements.get('astro-island')) {
  for (const type of intents) {
    document.addEventListener(
      type,
      (event) => {
        const island = islandOf(event);
        if (island) void wake(island, type);
        else if (type === 'pointerover' || type === 'focusin') prefetch(findNear(event));
      },
      { signal, passive: true, capture: true },
    );
  }
  document.addEventListener('click', queueClick, { signal, capture: true });
  if (document.querySelector(hydratesWithPage)) void load().catch(() => undefined);
}
