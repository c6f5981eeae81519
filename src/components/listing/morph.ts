/** What the shopper has done to an element stays: folds it has, and what is being typed. */
const OWN_ATTRIBUTES = new Set(['open']);

function copyAttributes(now: Element, fresh: Element): void {
  for (const { name } of [...now.attributes]) {
    if (!fresh.hasAttribute(name) && !OWN_ATTRIBUTES.has(name)) now.removeAttribute(name);
  }
  for (const { name, value } of fresh.attributes) {
    if (now.getAttribute(name) !== value && !OWN_ATTRIBUTES.has(name)) now.setAttribute(name, value);
  }
}

/** Whether something is being typed that has not been asked for: what has is the field's default (see `settleFields`). */
const isHalfTyped = (field: Element): boolean =>
  field instanceof HTMLInputElement && field === document.activeElement && field.value !== field.defaultValue;

/** Notes that what the fields say is asked for now, so that the answer may put it right even where the shopper still is. */
export function commitFieldValues(form: HTMLFormElement): void {
  for (const field of form.querySelectorAll('input')) if (field.type !== 'checkbox') field.defaultValue = field.value;
}

function copyState(now: Element, fresh: Element, halfTyped: boolean): void {
  if (now instanceof HTMLInputElement && fresh instanceof HTMLInputElement) {
    if (now.type === 'checkbox') now.checked = fresh.checked;
    else if (!halfTyped) now.value = fresh.value;
  }
  if (now instanceof HTMLSelectElement && fresh instanceof HTMLSelectElement) now.value = fresh.value;
}

/**
 * Makes the content of `now` that of `fresh` and touches only what differs, so that focus, scroll, folds and half-typed text stay.
 * What is built differently is replaced.
 */
export function morphElement(now: Element, fresh: Element): void {
  const ours = [...now.childNodes];
  const theirs = [...fresh.childNodes];
  if (ours.length !== theirs.length || ours.some((node, i) => node.nodeName !== theirs[i]?.nodeName)) {
    now.replaceChildren(...theirs);
    return;
  }
  for (const [i, node] of ours.entries()) {
    const other = theirs[i];
    if (node instanceof Element && other instanceof Element) {
      const halfTyped = isHalfTyped(node);
      copyAttributes(node, other);
      morphElement(node, other);
      copyState(node, other, halfTyped);
    } else if (other && node.nodeValue !== other.nodeValue) node.nodeValue = other.nodeValue;
  }
}
