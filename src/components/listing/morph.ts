/** Attributes that keep their current value, because the shopper may have changed it: open details. */
const KEPT_ATTRIBUTES = new Set(['open']);

function copyAttributes(current: Element, fresh: Element): void {
  for (const { name } of [...current.attributes]) {
    if (!fresh.hasAttribute(name) && !KEPT_ATTRIBUTES.has(name)) current.removeAttribute(name);
  }
  for (const { name, value } of fresh.attributes) {
    if (current.getAttribute(name) !== value && !KEPT_ATTRIBUTES.has(name)) current.setAttribute(name, value);
  }
}

/** Whether the field's text has not been submitted; submitted text is the field's default value (see `commitFieldValues`). */
const isUnsubmitted = (field: Element): boolean =>
  field instanceof HTMLInputElement && field === document.activeElement && field.value !== field.defaultValue;

/** Makes the current values the fields' defaults, so that the response may overwrite even the focused field. */
export function commitFieldValues(form: HTMLFormElement): void {
  for (const field of form.querySelectorAll('input')) if (field.type !== 'checkbox') field.defaultValue = field.value;
}

function copyState(current: Element, fresh: Element, unsubmitted: boolean): void {
  if (current instanceof HTMLInputElement && fresh instanceof HTMLInputElement) {
    if (/checkbox|radio/.test(current.type)) current.checked = fresh.checked;
    else if (!unsubmitted) current.value = fresh.value;
  }
  if (current instanceof HTMLSelectElement && fresh instanceof HTMLSelectElement) current.value = fresh.value;
}

/** Replaces the content of an element. A focused choice that is still offered keeps the focus. */
function replaceContent(current: Element, fresh: ChildNode[]): void {
  const focused = document.activeElement;
  const isInside = focused instanceof HTMLInputElement && current.contains(focused);
  current.replaceChildren(...fresh);
  if (!isInside) return;
  const fields = [...current.querySelectorAll<HTMLInputElement>(`[name="${focused.name}"]`)];
  fields.find(({ type, value }) => !/checkbox|radio/.test(type) || value === focused.value)?.focus({ preventScroll: true });
}

/**
 * Morphs `current` into `fresh`, changing only what differs, so that focus, scroll position, open details and unsubmitted text stay.
 * Replaces elements with a different structure.
 */
export function morphElement(current: Element, fresh: Element): void {
  const currentNodes = [...current.childNodes];
  const freshNodes = [...fresh.childNodes];
  if (currentNodes.length !== freshNodes.length || currentNodes.some((node, i) => node.nodeName !== freshNodes[i]?.nodeName)) {
    replaceContent(current, freshNodes);
    return;
  }
  for (const [i, node] of currentNodes.entries()) {
    const other = freshNodes[i];
    if (node instanceof Element && other instanceof Element) {
      const unsubmitted = isUnsubmitted(node);
      copyAttributes(node, other);
      morphElement(node, other);
      copyState(node, other, unsubmitted);
    } else if (other && node.nodeValue !== other.nodeValue) node.nodeValue = other.nodeValue;
  }
}
