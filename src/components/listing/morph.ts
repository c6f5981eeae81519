/** Attributes the shopper has changed, which are kept: open details. */
const OWN_ATTRIBUTES = new Set(['open']);

function copyAttributes(now: Element, fresh: Element): void {
  for (const { name } of [...now.attributes]) {
    if (!fresh.hasAttribute(name) && !OWN_ATTRIBUTES.has(name)) now.removeAttribute(name);
  }
  for (const { name, value } of fresh.attributes) {
    if (now.getAttribute(name) !== value && !OWN_ATTRIBUTES.has(name)) now.setAttribute(name, value);
  }
}

/** Whether the field's text has not been submitted; submitted text is the field's default value (see `commitFieldValues`). */
const isHalfTyped = (field: Element): boolean =>
  field instanceof HTMLInputElement && field === document.activeElement && field.value !== field.defaultValue;

/** Makes the current values the fields' defaults, so that the response may overwrite even the focused field. */
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
 * Morphs `now` into `fresh`, changing only what differs, so that focus, scroll position, open details and unsubmitted text stay.
 * Replaces elements with a different structure.
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
