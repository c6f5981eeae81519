import { PictureRefused } from './refused.ts';
import { SvgComplexity } from './svg-complexity.ts';

const elements = new Set(
  'svg g defs symbol use title desc metadata path rect circle ellipse line polyline polygon text tspan textPath marker pattern clipPath mask linearGradient radialGradient stop filter feBlend feColorMatrix feComponentTransfer feComposite feConvolveMatrix feDiffuseLighting feDisplacementMap feDistantLight feDropShadow feFlood feFuncA feFuncB feFuncG feFuncR feGaussianBlur feMerge feMergeNode feMorphology feOffset fePointLight feSpecularLighting feSpotLight feTile feTurbulence style switch'.split(
    ' ',
  ),
);

const attribute = /\s+([\w.:-]+)\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/g;
const token =
  /<!--(?:(?!--)[\s\S])*-->|<\?xml\s[^?<>]*\?>|<\/([\w.:-]+)\s*>|<([\w.:-]+)((?:\s+[\w.:-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*\/?>|([^<]+)|(<)/gy;

/** Style text that could load something, or hide a word from this check. */
const reaches = (css: string): boolean =>
  /@import|\\|&|expression|javascript:/i.test(css) || /url\(\s*["']?(?!["']?#)/i.test(css);

/** An element's attributes by their names. */
const attributesOf = (text: string): Map<string, string> =>
  new Map([...text.matchAll(attribute)].map(([, name = '', double, single]) => [name, double ?? single ?? '']));

function checkAttributes(element: string, text: string): void {
  for (const [, name = '', double, single] of text.matchAll(attribute)) {
    const value = double ?? single ?? '';
    const bare = name.toLowerCase();
    if (bare.startsWith('on')) throw new PictureRefused(`holds an event handler (${name} of <${element}>)`);
    if (/(?:^|:)href$|^src$/.test(bare) && !value.trim().startsWith('#')) {
      throw new PictureRefused(`refers to something outside itself (${name} of <${element}>)`);
    }
    if (bare.startsWith('xmlns')) continue;
    if ((bare === 'style' || value.includes('(') || value.includes('\\')) && reaches(value)) {
      throw new PictureRefused(`refers to something outside itself (${name} of <${element}>)`);
    }
  }
}

/**
 * Refuses a drawing that could do more than be looked at: only shapes, paints, filters and text may be in it, no script, no event
 * handler, no foreign content, no document type, nothing that refers outside the file, and no more than a browser draws at once. Throws `PictureRefused` with the reason.
 */
export function validateSvg(text: string): void {
  token.lastIndex = 0;
  const cost = new SvgComplexity();
  let inStyle = false;
  let depth = 0;
  let end = 0;
  for (let match = token.exec(text); match; match = token.exec(text)) {
    const [whole, closing, opening, attributes = '', content, stray] = match;
    end = token.lastIndex;
    if (stray) throw new PictureRefused(`holds something that is no plain SVG: ${text.slice(match.index, match.index + 30)}`);
    if (content !== undefined) {
      if (inStyle && reaches(content)) throw new PictureRefused('refers to something outside itself (in <style>)');
    } else if (closing) {
      depth--;
      cost.closeElement();
      inStyle = false;
    } else if (opening) {
      if (!elements.has(opening)) throw new PictureRefused(`holds <${opening}>, which is not allowed in a picture`);
      if (depth === 0 && opening !== 'svg') throw new PictureRefused('is no SVG');
      checkAttributes(opening, attributes);
      cost.openElement(opening, attributesOf(attributes));
      if (whole.endsWith('/>')) cost.closeElement();
      else {
        depth++;
        inStyle = opening === 'style';
      }
    }
  }
  if (end !== text.length || depth !== 0) throw new PictureRefused('is not well-formed');
  cost.checkReferences();
}

/** Width and height of a drawing in whole units: from its viewBox, else from its own size. Throws `PictureRefused` when it has neither. */
export function readSvgSize(text: string): { width: number; height: number } {
  const root = /<svg\b([^>]*)>/.exec(text)?.[1] ?? '';
  const [, width, height] = /\bviewBox\s*=\s*["']\s*[-\d.]+[\s,]+[-\d.]+[\s,]+([\d.]+)[\s,]+([\d.]+)\s*["']/.exec(root) ?? [
    undefined,
    /\bwidth\s*=\s*["']([\d.]+)(?:px)?["']/.exec(root)?.[1],
    /\bheight\s*=\s*["']([\d.]+)(?:px)?["']/.exec(root)?.[1],
  ];
  const size = { width: Math.round(Number(width)), height: Math.round(Number(height)) };
  if (size.width >= 1 && size.height >= 1) return size;
  throw new PictureRefused('has no viewBox, so its shape is not known');
}
