import { PictureRefused } from './accepted-pictures.ts';

/** The most elements in a file; real product pictures and logos have fewer. */
const MAX_ELEMENTS = 20_000;

/** The most elements to render once all references are expanded. */
const MAX_EXPANDED = 100_000;

const MAX_DEPTH = 64;

/** The longest chain of references, with the elements between them. */
const MAX_REFERENCE_DEPTH = 512;

/** The cost of one filter primitive, in elements: it processes every pixel. */
const PRIMITIVE_COST = 200;

/** The largest values of attributes that make a filter slow. */
const filterBounds: Readonly<Record<string, number>> = {
  stdDeviation: 200,
  radius: 200,
  order: 15,
  kernelMatrix: 100,
  numOctaves: 10,
  scale: 10_000,
};

/** The largest filter region: as a multiple of the filtered element, or in user units. */
const MAX_REGION_SHARE = 10;
const MAX_REGION_UNITS = 20_000;

const numbersIn = (value: string): number[] =>
  value.split(/[\s,]+/).flatMap((part) => (part ? [Math.abs(Number.parseFloat(part))] : []));

/** Refuses attributes of a filter or primitive that would take seconds to render. */
function checkFilter(element: string, name: string, value: string, attributes: ReadonlyMap<string, string>): void {
  const refuse = (): never => {
    throw new PictureRefused(`has a filter that is too large (${name} of <${element}>)`);
  };
  const bound = filterBounds[name];
  if (bound !== undefined && numbersIn(value).some((number) => number > bound)) refuse();
  if (!['x', 'y', 'width', 'height'].includes(name)) return;
  const [size = 0] = numbersIn(value);
  const inUnits = attributes.get('filterUnits') === 'userSpaceOnUse' || element !== 'filter';
  if (value.trim().endsWith('%') ? size > MAX_REGION_SHARE * 100 : size > (inUnits ? MAX_REGION_UNITS : MAX_REGION_SHARE))
    refuse();
}

interface Node {
  element: string;
  /** Ids of the elements it refers to. */
  references: string[];
  children: Node[];
}

/** The ids in an element's attributes: `href="#a"`, and `url(#a)` in any attribute. */
function referencesOf(attributes: ReadonlyMap<string, string>): string[] {
  return [...attributes].flatMap(([name, value]) => [
    ...(/(?:^|:)href$/i.test(name) && value.trim().startsWith('#') ? [value.trim().slice(1)] : []),
    ...[...value.matchAll(/url\(\s*["']?#([^"')\s]+)/gi)].map(([, id = '']) => id),
  ]);
}

/**
 * Estimates the cost of rendering an SVG while it is parsed. The methods throw `PictureRefused` when there are too many elements, they are
 * nested too deeply, a filter is too large, or references multiply (like the "billion laughs" attack).
 */
export class SvgComplexity {
  #elements = 0;
  readonly #root: Node = { element: '', references: [], children: [] };
  readonly #open: Node[] = [this.#root];
  readonly #byId = new Map<string, Node>();

  openElement(element: string, attributes: ReadonlyMap<string, string>): void {
    if (++this.#elements > MAX_ELEMENTS) throw new PictureRefused(`has more than ${MAX_ELEMENTS} elements`);
    if (this.#open.length > MAX_DEPTH) throw new PictureRefused(`is nested more than ${MAX_DEPTH} elements deep`);
    if (element === 'filter' || element.startsWith('fe'))
      for (const [name, value] of attributes) checkFilter(element, name, value, attributes);
    const node: Node = { element, references: referencesOf(attributes), children: [] };
    const id = attributes.get('id');
    if (id !== undefined && !this.#byId.has(id)) this.#byId.set(id, node);
    this.#open.at(-1)?.children.push(node);
    this.#open.push(node);
  }

  closeElement(): void {
    if (this.#open.length > 1) this.#open.pop();
  }

  /** Counts the elements to render with all references expanded. Call it after the last element. */
  checkReferences(): void {
    const costs = new Map<Node, number>();
    const visiting = new Set<Node>();
    const costOf = (node: Node, depth: number): number => {
      const known = costs.get(node);
      if (known !== undefined) return known;
      if (depth > MAX_REFERENCE_DEPTH) throw new PictureRefused('has a chain of references that is too long');
      if (visiting.has(node)) throw new PictureRefused('has circular references');
      visiting.add(node);
      let cost = node.element.startsWith('fe') ? PRIMITIVE_COST : 1;
      for (const child of node.children) cost += costOf(child, depth + 1);
      for (const id of node.references) {
        const target = this.#byId.get(id);
        if (target) cost += costOf(target, depth + 1);
      }
      visiting.delete(node);
      if (cost > MAX_EXPANDED) throw new PictureRefused('has too many elements when its references are expanded');
      costs.set(node, cost);
      return cost;
    };
    costOf(this.#root, 0);
  }
}

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
 * or external references, and limited complexity (`SvgComplexity`). Throws `PictureRefused` with the reason.
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
