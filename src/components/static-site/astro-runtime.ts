import { escapeHTML, HTMLString, isHTMLString } from 'astro/runtime/server/escape.js';
import { renderElement } from 'astro/runtime/server/render/util.js';

export { unescapeHTML } from 'astro/runtime/server/escape.js';
export { addAttribute } from 'astro/runtime/server/render/util.js';

/**
 * The functions that compiled Astro components call, in the browser and without islands. Astro's own runtime is made for a server: it
 * would add 30 KB to the listings of a static site.
 */

type Props = Record<string, unknown>;
type Slots = Record<string, (result: RenderResult) => unknown>;
type Component = (result: RenderResult, props: Props, slots: Slots) => unknown;

/** What a component receives as its first argument. */
interface RenderResult {
  createAstro: (props: Props, slots: Slots) => { props: Props; slots: Slots };
}

const result: RenderResult = { createAstro: (props, slots) => ({ props, slots }) };

/** HTML of a value in a template: text is escaped; null, undefined and booleans give none. */
async function toHtml(value: unknown): Promise<string> {
  const settled = await value;
  if (Array.isArray(settled)) return (await Promise.all(settled.map(toHtml))).join('');
  if (isHTMLString(settled)) return String(settled);
  if (typeof settled === 'string') return escapeHTML(settled);
  return typeof settled === 'number' ? String(settled) : '';
}

export const createComponent = (component: Component): Component => component;

async function renderTemplate(parts: TemplateStringsArray, ...values: unknown[]): Promise<HTMLString> {
  const html = await Promise.all(values.map(toHtml));
  return new HTMLString(parts.map((part, i) => part + (html[i] ?? '')).join(''));
}

export const Fragment: Component = (given, _props, slots) => slots['default']?.(given);

/** Renders a component, or an element whose tag is a variable. Throws for an island. */
export async function renderComponent(
  given: RenderResult,
  name: string,
  component: Component | string,
  props: Props,
  slots: Slots = {},
): Promise<unknown> {
  if (Object.keys(props).some((prop) => prop.startsWith('client:'))) throw new Error(`The island ${name} cannot be drawn here`);
  if (typeof component === 'function') return component(given, props, slots);
  const children = await toHtml(slots['default']?.(given));
  return new HTMLString(renderElement(component, { props, children }));
}

export const renderSlot = (given: RenderResult, slot: Slots[string] | undefined, fallback?: unknown): unknown =>
  slot ? slot(given) : fallback;

/** Scripts and styles are in the page already. */
const renderNothing = (): string => '';

export {
  renderNothing as createAstro,
  renderNothing as maybeRenderHead,
  renderNothing as renderScript,
  renderNothing as templateEnter,
  renderNothing as templateExit,
  renderTemplate as render,
};

export const renderToHtml = (component: unknown, props: object): Promise<string> =>
  toHtml((component as Component)(result, props as Props, {}));
