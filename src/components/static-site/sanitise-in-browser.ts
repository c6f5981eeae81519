import { descriptionHtml } from '#lib/rules/allowed-description-html.ts';

const allowed = new Set(descriptionHtml.allowedTags as string[]);
const dropped = new Set(descriptionHtml.nonTextTags);
const renamed = descriptionHtml.transformTags as Record<string, string>;
const attributes = descriptionHtml.allowedAttributes as Record<string, string[]>;

function copySanitised(from: Node, to: Node): void {
  for (const node of from.childNodes) {
    if (node.nodeType === Node.TEXT_NODE) to.appendChild(document.createTextNode(node.nodeValue ?? ''));
    if (!(node instanceof Element) || dropped.has(node.localName)) continue;
    const name = renamed[node.localName] ?? node.localName;
    if (!allowed.has(name)) {
      copySanitised(node, to);
      continue;
    }
    const copy = document.createElement(name);
    for (const attribute of attributes[name] ?? []) {
      const value = node.getAttribute(attribute);
      if (value !== null) copy.setAttribute(attribute, value);
    }
    copySanitised(node, copy);
    to.appendChild(copy);
  }
}

/** Sanitises a product description in the browser, by the rules that pages use. */
export function sanitiseInBrowser(html: string): string {
  const sanitised = document.createElement('div');
  copySanitised(new DOMParser().parseFromString(html, 'text/html').body, sanitised);
  return sanitised.innerHTML;
}
