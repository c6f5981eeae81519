{
  const { styles, modules } = document.currentScript.dataset;
  const needsScript = 'astro-island[ssr] :is(a,button,summary),button:not([popovertarget],[type=submit])';
  const held = [];
  let isStarted;
  let link;
  let reached;
  let clicked;
  let note;
  const warn = ({ detail }) => {
    note ??= Object.assign(document.createElement('p'), {
      className: 'unreachable error',
      role: 'alert',
      innerHTML: `${OFFLINE}<button data-native>${TRY_AGAIN}</button>`,
      onclick: () => clicked.click(),
    });
    clicked = detail;
    clicked = detail;
    const island = detail?.closest('astro-island') || detail;
    island?.removeAttribute('aria-busy');
    island?.after(note);
  };
  const hold = (event) => {
    const { target, type } = event;
    // A pointer that rests anywhere on the page enters it with the first layout.
    if (type === 'pointerover' && !target.closest('a,button,summary')) return;
    start(event);
    if (!modules) return;
    if (type === 'change' && !target.closest('astro-island'))
      // With the click, which decides whether the page scrolls.
      held.push(() => ['click', type].map((name) => target.dispatchEvent(new Event(name, { bubbles: true }))));
    if (type !== 'click') return;
    const control = target.closest(needsScript);
    if (!control || control.closest('[data-native]') || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    clicked = control;
    control.closest('astro-island')?.setAttribute('aria-busy', '');
    if (navigator.onLine) held.push(() => control.click());
    else warn({ detail: control });
  };
  /** Focus, pointer and keys start the modules; clicks and changes are held until these listen. */
  const listen = (change) => {
    for (const type of ['pointerover', 'touchstart', 'keydown', 'focusin', 'click', 'change']) change(type, hold, true);
  };
  const release = () => {
    listen(removeEventListener);
    note?.remove();
    reached?.dispatchEvent(new Event('pointerover'));
    for (const replay of held) replay();
  };
  const fail = () => {
    if (navigator.onLine) return release();
    // The browser keeps the failure of a module until the page is loaded again.
    addEventListener('online', () => location.reload(), { once: true });
    warn({ detail: clicked });
  };
  const start = (event) => {
    reached = event?.target?.closest?.('astro-island[ssr]') || reached;
    if (!link) {
      link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href: styles });
      document.head.append(link);
    }
    if (document.readyState === 'loading') return addEventListener('DOMContentLoaded', start);
    if (!isStarted) dispatchEvent(new Event('pictures'));
    if (!navigator.onLine) return addEventListener('online', start, { once: true });
    // What the island needs comes along with the page's modules, instead of after them.
    const needed = modules && reached ? ['component-url', 'renderer-url'].map((name) => import(reached.getAttribute(name))) : [];
    const settled = Promise.allSettled(needed);
    if (isStarted) return;
    isStarted = true;
    const started = Promise.all(modules ? modules.split(' ').map((module) => import(module)) : []);
    if (modules) started.then(release, fail);
    Promise.allSettled([started, settled]).then(() => dispatchEvent(new Event('settled')));
  };
  listen(addEventListener);
  addEventListener('unreachable', warn);
  addEventListener('DOMContentLoaded', () => {
    const first = document.querySelector('[fetchpriority]');
    // The first picture gets all the bandwidth until it is painted. Where no paint of a picture is reported, until it has loaded.
    // A page that loads without it waits no longer: it has failed, or the browser loads no pictures.
    new PerformanceObserver(start).observe({ type: first ? 'element' : 'paint', buffered: true });
    if (first) addEventListener('load', () => (self.PerformanceElementTiming && first.naturalWidth) || start());
    // A page in the background is not painted, nor a picture out of view.
    setTimeout(start, FIRST_PICTURE_MS);
  });
}
