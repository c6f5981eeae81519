import { PictureRefused } from './picture-refused.ts';
import { SvgComplexity } from './svg-complexity.ts';

const allowedElements = new Set(
  'svg g defs symbol use title desc metadata path rect circle ellipse line polyline polygon text tspan textPath marker pattern clipPath mask linearGradient radialGradient stop filter feBlend feColorMatrix feComponentTransfer feComposite feConvolveMatrix feDiffuseLighting feDisplacementMap feDistantLight feDropShadow feFlood feFuncA feFuncB feFuncG feFuncR feGaussianBlur feMerge feMergeNode feMorphology feOffset fePointLight feSpecularLighting feSpotLight feTile feTurbulence style switch'.split(
    ' ',
  ),
);

const attribute = /\s+([\w.:-]+)\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/g;
const token =
  /<!--(?:(?!--)[\s\S])*-->|<\?xml\s[^?<>]*\?>|<\/([\w.:-]+)\s*>|<([\w.:-]+)((?:\s+[\w.:-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*\/?>|([^<]+)|(<)/gy;

/** Whether CSS could load a resource, or hides text from this check by escapes. */
const hasExternalReference = (css: string): boolean =>
  /@import|\\|&|expression|javascript:/i.test(css) || /url\(\s*["']?(?!["']?#)/i.test(css);

/** An element's attributes as names and values, duplicates included. */
const parseAttributes = (text: string): [name: string, value: string][] =>
  [...text.matchAll(attribute)].map(([, name = '', double, single]) => [name, double ?? single ?? '']);

function checkAttributes(element: string, attributes: readonly (readonly [name: string, value: string])[]): void {
  for (const [name, value] of attributes) {
    const lowerName = name.toLowerCase();
    if (lowerName.startsWith('on')) throw new PictureRefused(`has an event handler (${name} of <${element}>)`);
    if (/(?:^|:)href$|^src$/.test(lowerName) && !value.trim().startsWith('#')) {
      throw new PictureRefused(`refers to something outside the file (${name} of <${element}>)`);
    }
    if (lowerName.startsWith('xmlns')) continue;
    if ((lowerName === 'style' || value.includes('(') || value.includes('\\')) && hasExternalReference(value)) {
      throw new PictureRefused(`refers to something outside the file (${name} of <${element}>)`);
    }
  }
}

/**
 * Validates an SVG against an allow-list: shapes, paints, filters and text, but no scripts, event handlers, foreign content, document type
 * or external references, and limited complexity (svg-complexity.ts). Throws `PictureRefused` with the reason.
 */
export function validateSvg(text: string): void {
  token.lastIndex = 0;
  const complexity = new SvgComplexity();
  let inStyle = false;
  let depth = 0;
  let end = 0;
  for (let match = token.exec(text); match; match = token.exec(text)) {
    const [whole, closing, opening, attributes = '', content, stray] = match;
    end = token.lastIndex;
    if (stray) throw new PictureRefused(`has markup that is not plain SVG: ${text.slice(match.index, match.index + 30)}`);
    if (content !== undefined) {
      if (inStyle && hasExternalReference(content)) throw new PictureRefused('refers to something outside the file (in <style>)');
    } else if (closing) {
      depth--;
      complexity.closeElement();
      inStyle = false;
    } else if (opening) {
      if (!allowedElements.has(opening)) throw new PictureRefused(`has <${opening}>, which is not allowed in a picture`);
      if (depth === 0 && opening !== 'svg') throw new PictureRefused('is not an SVG');
      const parsed = parseAttributes(attributes);
      checkAttributes(opening, parsed);
      complexity.openElement(opening, new Map(parsed));
      if (whole.endsWith('/>')) complexity.closeElement();
      else {
        depth++;
        inStyle = opening === 'style';
      }
    }
  }
  if (end !== text.length || depth !== 0) throw new PictureRefused('is not well-formed');
  complexity.checkReferences();
}

/** An SVG's width and height, rounded: from its viewBox, else its width and height. Throws `PictureRefused` when it has neither. */
export function readSvgSize(text: string): { width: number; height: number } {
  const root = /<svg\b([^>]*)>/.exec(text)?.[1] ?? '';
  const [, width, height] = /\bviewBox\s*=\s*["']\s*[-\d.]+[\s,]+[-\d.]+[\s,]+([\d.]+)[\s,]+([\d.]+)\s*["']/.exec(root) ?? [
    undefined,
    /\bwidth\s*=\s*["']([\d.]+)(?:px)?["']/.exec(root)?.[1],
    /\bheight\s*=\s*["']([\d.]+)(?:px)?["']/.exec(root)?.[1],
  ];
  const size = { width: Math.round(Number(width)), height: Math.round(Number(height)) };
  if (size.width >= 1 && size.height >= 1) return size;
  throw new PictureRefused('has no viewBox, so its size is not known');
}
