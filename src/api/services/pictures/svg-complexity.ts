import { PictureRefused } from './refused.ts';

/** More than any drawing of a product or a logo has. */
const MAX_ELEMENTS = 20_000;

/** Elements that a browser draws once every reference has been followed. */
const MAX_DRAWN = 100_000;

const MAX_DEPTH = 64;

/** References that follow one another, with the elements between them; a drawing has a handful. */
const MAX_CHAIN = 512;

/** What one filter primitive counts as, in elements: it works on every pixel. */
const PRIMITIVE_COST = 200;

/** The largest value of the attributes that make a filter slow, by their names. */
const filterBounds: Readonly<Record<string, number>> = {
  stdDeviation: 200,
  radius: 200,
  order: 15,
  kernelMatrix: 100,
  numOctaves: 10,
  scale: 10_000,
};

/** The filter region may be so much larger than what is filtered: 10 times (1000%), or so many units. */
const MAX_REGION_SHARE = 10;
const MAX_REGION_UNITS = 20_000;

const numbersIn = (value: string): number[] =>
  value.split(/[\s,]+/).flatMap((part) => (part ? [Math.abs(Number.parseFloat(part))] : []));

/** Refuses values of a filter or a primitive that would take seconds to paint. */
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
  /** Ids of what this element refers to. */
  references: string[];
  children: Node[];
}

/** What an element refers to: `href="#a"`, and `url(#a)` in any attribute. */
function referencesOf(attributes: ReadonlyMap<string, string>): string[] {
  return [...attributes].flatMap(([name, value]) => [
    ...(/(?:^|:)href$/i.test(name) && value.trim().startsWith('#') ? [value.trim().slice(1)] : []),
    ...[...value.matchAll(/url\(\s*["']?#([^"')\s]+)/gi)].map(([, id = '']) => id),
  ]);
}

/**
 * Adds up what it takes to draw a picture while its elements are read: `open` and `close` follow the elements, `finish` follows the
 * references. Each throws `PictureRefused` when there are too many elements, they are nested too deeply, a filter is too large, or
 * references multiply (a hundred copies of a hundred copies).
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

  /** Counts what is drawn with every reference followed. */
  checkReferences(): void {
    const costs = new Map<Node, number>();
    const underWay = new Set<Node>();
    const costOf = (node: Node, depth: number): number => {
      const known = costs.get(node);
      if (known !== undefined) return known;
      if (depth > MAX_CHAIN) throw new PictureRefused('has references that lead too far');
      if (underWay.has(node)) throw new PictureRefused('refers to itself in a circle');
      underWay.add(node);
      let cost = node.element.startsWith('fe') ? PRIMITIVE_COST : 1;
      for (const child of node.children) cost += costOf(child, depth + 1);
      for (const id of node.references) {
        const target = this.#byId.get(id);
        if (target) cost += costOf(target, depth + 1);
      }
      underWay.delete(node);
      if (cost > MAX_DRAWN) throw new PictureRefused('draws too much: its references multiply');
      costs.set(node, cost);
      return cost;
    };
    costOf(this.#root, 0);
  }
}
