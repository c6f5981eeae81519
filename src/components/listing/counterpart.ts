/**
 * Finds the counterpart of a removed element in newly rendered content: the same kind with the same text; undefined when there is
 * none.
 */
export function findCounterpart(gone: Element, fresh: ParentNode): HTMLElement | undefined {
  const alike = (element: Element): boolean => element.className === gone.className && element.textContent === gone.textContent;
  return [...fresh.querySelectorAll<HTMLElement>(gone.localName)].find(alike);
}
