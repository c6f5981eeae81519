import type { Page } from 'playwright';

/**
 * Runs in the page and does what the translator of a browser does: it replaces each text node by elements with the text, and goes on with
 * those that come later. The words stay, so that a test can find them. Called again, it wraps them once more, as a change of the language
 * does. Texts inside `left`, a selector, stay as they are.
 */
export function wrapTexts(left: string): void {
  const wrap = (root: Node): void => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const texts: Text[] = [];
    while (walker.nextNode()) texts.push(walker.currentNode as Text);
    for (const text of texts) {
      if (!text.data.trim() || text.parentElement?.closest(left)) continue;
      const inner = document.createElement('font');
      inner.textContent = text.data;
      const outer = document.createElement('font');
      outer.append(inner);
      text.replaceWith(outer);
    }
  };
  const isWrapped = (node: Node) => node.nodeName === 'FONT' || node.parentNode?.nodeName === 'FONT';
  wrap(document.body);
  new MutationObserver((changes) => {
    for (const { addedNodes, target } of changes)
      for (const node of addedNodes) if (!isWrapped(node)) wrap(node.nodeType === Node.TEXT_NODE ? target : node);
  }).observe(document.body, { childList: true, subtree: true, characterData: true });
}

/** What never has a text that a reader sees. */
const hidden = 'script, style, noscript, textarea';

/** What a translator leaves as it is. */
export const untranslated = `${hidden}, [translate=no]`;

/** Translates a page as it is now, and what comes later. */
export const translatePage = (page: Page): Promise<void> => page.evaluate(wrapTexts, untranslated);

/** As `translatePage`, by an extension that takes no notice of `translate="no"`. */
export const rewrapPage = (page: Page): Promise<void> => page.evaluate(wrapTexts, hidden);
