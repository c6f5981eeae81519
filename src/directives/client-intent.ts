import type { ClientDirective } from 'astro';

/** Any island that wakes tells the others, so that one click on a product can open the cart in the header. */
const WOKEN = 'island:woken';

/**
 * `client:intent`: an island's scripts are fetched when the shopper heads for it (a mouse over its surroundings) and it is hydrated
 * when the shopper reaches it. A click on a link or button made meanwhile is held back and made again afterwards; one inside
 * `[data-native]`, and what is typed or ticked, is left to the browser. If the scripts cannot be had, the held-back click gets its
 * native effect. See docs/decisions/0005-islands-load-on-intent.md.
 */
const intent: ClientDirective = (load, _options, island) => {
  const listening = new AbortController();
  const { signal } = listening;
  const surroundings = island.parentElement ?? island;
  let loading: ReturnType<typeof load> | undefined;
  let waking = false;
  let held: HTMLElement | null = null;

  const preload = () => {
    loading ??= load();
    return loading;
  };
  const wake = async () => {
    if (waking) return;
    waking = true;
    const hydrate = await preload();
    await hydrate();
    listening.abort();
    island.removeAttribute('aria-busy');
    dispatchEvent(new Event(WOKEN));
    held?.click();
  };
  const hold = (event: MouseEvent) => {
    wake();
    const target = (event.target as Element).closest<HTMLElement>('a, button, summary');
    if (!target || target.closest('[data-native]') || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    held = target;
    island.setAttribute('aria-busy', 'true');
  };

  for (const type of ['pointerover', 'focusin']) surroundings.addEventListener(type, preload, { signal, passive: true });
  for (const type of ['pointerover', 'touchstart', 'focusin', 'keydown'])
    island.addEventListener(type, wake, { signal, passive: true });
  island.addEventListener('click', hold, { signal, capture: true });
  addEventListener(WOKEN, wake, { signal });
  // Where an island is loaded with the page, this one costs little more and keeps the cart's count true.
  addEventListener('load', () => document.querySelector('astro-island[client=load]') && wake(), { signal });
};

export default intent;
