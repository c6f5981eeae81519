/**
 * Moves the focus before a list item is removed: to the element matching `selector` in the next or previous item, else to the enclosing
 * dialog or <main>.
 */
export function focusNeighbour(removed: HTMLElement, selector: string): void {
  const item = removed.closest('li');
  const neighbour = (item?.nextElementSibling ?? item?.previousElementSibling)?.querySelector<HTMLElement>(selector);
  (neighbour ?? item?.closest<HTMLElement>('[role=dialog], main'))?.focus();
}
