import { PictureRefused } from './picture-refused.ts';

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
