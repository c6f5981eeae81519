import type { ClientDirective } from 'astro';

/** Any island that wakes tells the others, so that one click on a product can open the cart in the header. */
const WOKEN = 'island:woken';

const isSubmit = (target: HTMLElement): target is HTMLButtonElement =>
  target instanceof HTMLButtonElement && target.type === 'submit';

/** What the browser can do with a click by itself: follow a link, unfold, send a form to where it is to go. */
const worksNatively = (target: HTMLElement): boolean =>
  target instanceof HTMLButtonElement ? isSubmit(target) && target.form?.hasAttribute('action') === true : true;

/** Says below an island that it cannot answer. */
function sayUnreachable(island: HTMLElement): HTMLElement {
  const note = document.createElement('p');
  note.className = 'unreachable error';
  note.role = 'alert';
  note.textContent = 'You seem to be offline. Check your connection and try again.';
  island.after(note);
  return note;
}

/**
 * `client:intent`: an island's scripts are fetched when the shopper heads for it (a mouse over its surroundings) and it is hydrated
 * when the shopper reaches it. Clicks on links and buttons made meanwhile are held back and made again afterwards; those inside
 * `[data-native]`, and what is typed or ticked, are left to the browser. If the scripts cannot be had, a held-back click gets its native
 * effect where it has one, and else the shopper is told. `client:intent="now"` hydrates with the page and holds clicks back until then.
 * See docs/decisions/0005-islands-hydrate-on-intent.md.
 */
const intent: ClientDirective = (load, { value }, island) => {
  const listening = new AbortController();
  const { signal } = listening;
  const surroundings = island.parentElement ?? island;
  let loading: ReturnType<typeof load> | undefined;
  let waking = false;
  let held: HTMLElement[] = [];
  let note: HTMLElement | undefined;
  /** A click that no script is to hold back any more. */
  let given: HTMLElement | undefined;

  const preload = () => {
    loading ??= load();
    return loading;
  };
  const giveUp = () => {
    waking = false;
    loading = undefined;
    given = held.find(worksNatively);
    if (held.length > 0 && !given) note ??= sayUnreachable(island);
    held = [];
    given?.click();
    addEventListener('online', wake, { signal, once: true });
  };
  const wake = async () => {
    if (waking) return;
    waking = true;
    const hydrate = await preload();
    await hydrate();
    island.removeAttribute('aria-busy');
    if (island.hasAttribute('ssr')) return giveUp();
    listening.abort();
    note?.remove();
    dispatchEvent(new Event(WOKEN));
    for (const target of held) {
      target.click();
      // What one click changes is drawn before the next.
      await undefined;
    }
  };
  const hold = (event: MouseEvent) => {
    const target = (event.target as Element).closest<HTMLElement>('a, button, summary');
    if (target && target === given) return;
    wake();
    if (!target || target.closest('[data-native]') || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    // Whoever presses a form's button again means the same; a stepper is pressed once for each step.
    if (!isSubmit(target) || !held.includes(target)) held.push(target);
    island.setAttribute('aria-busy', 'true');
  };

  for (const type of ['pointerover', 'focusin']) surroundings.addEventListener(type, preload, { signal, passive: true });
  for (const type of ['pointerover', 'touchstart', 'focusin', 'keydown'])
    island.addEventListener(type, wake, { signal, passive: true });
  island.addEventListener('click', hold, { signal, capture: true });
  addEventListener(WOKEN, wake, { signal });
  if (value === 'now') wake();
  // Where an island is loaded with the page, this one costs little more and keeps the cart's count true.
  addEventListener('load', () => document.querySelector('astro-island[client=load]') && wake(), { signal });
};

export default intent;
