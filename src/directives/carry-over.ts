type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

const isField = (element: Element): element is Field => element.matches('input, select, textarea');

/** Controls of an island in the order of its HTML, which is the same after React has built it again. */
const listControls = (island: Element): HTMLElement[] => [
  ...island.querySelectorAll<HTMLElement>('a, button, summary, input, select, textarea'),
];

/** Gives a field what was typed or chosen in another. The setter of the prototype is used, since React overwrites that of the element. */
function copyInput(from: Field, to: Field): void {
  if (from instanceof HTMLInputElement && /^(radio|checkbox)$/.test(from.type)) {
    if (from.checked && !(to as HTMLInputElement).checked) to.click();
    return;
  }
  if (from.value === to.value) return;
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(to), 'value')?.set?.call(to, from.value);
  to.dispatchEvent(new Event(to instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }));
}

/**
 * Remembers the controls of an island before it is hydrated. Where a translator or an extension has changed its HTML, React builds the
 * island again. The returned function hydrates it at once, copies what was typed or chosen, and returns the present control of a former
 * one.
 */
export function rememberControls(island: Element): () => (control: HTMLElement) => HTMLElement | undefined {
  const before = listControls(island);
  const focused = document.activeElement as HTMLElement;
  return () => {
    // An event of a kind that React cannot delay: it hydrates the island before it handles the event.
    island.firstElementChild?.dispatchEvent(new Event('touchcancel', { bubbles: true }));
    const after = listControls(island);
    const find = (control: HTMLElement) => (control.isConnected ? control : after[before.indexOf(control)]);
    for (const control of before) {
      const present = find(control);
      if (present && present !== control && isField(control) && isField(present)) copyInput(control, present);
    }
    if (!focused.isConnected && before.includes(focused)) find(focused)?.focus({ preventScroll: true });
    return find;
  };
}
