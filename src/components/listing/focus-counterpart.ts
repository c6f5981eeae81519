/**
 * Finds the counterpart of a removed element in newly rendered content: the same kind with the same text; undefined when there is
 * none.
 */
export function findCounterpart(removed: Element, content: ParentNode): HTMLElement | undefined {
  const isAlike = (element: Element): boolean =>
    element.className === removed.className && element.textContent === removed.textContent;
  return [...content.querySelectorAll<HTMLElement>(removed.localName)].find(isAlike);
}
