import type { Page } from 'playwright';

/**
 * Does what the translator of a browser does to a page: it replaces each text node by elements with the text, and goes on with those that
 * come later. The words stay, so that a test can find them. Called again, it wraps them once more, as a change of the language does.
 */
export const translatePage = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const left = 'script, style, noscript, textarea, [translate=no]';
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
  });
