/** What stands for `gone` in content that was drawn anew: an element of the same kind that says the same; undefined when there is none. */
export function findCounterpart(gone: Element, fresh: ParentNode): HTMLElement | undefined {
  const alike = (element: Element): boolean => element.className === gone.className && element.textContent === gone.textContent;
  return [...fresh.querySelectorAll<HTMLElement>(gone.localName)].find(alike);
}
