/** Astro finds out whether a component is React's by rendering it. */
const check = 'async function check(Component, props, children, metadata) {';

/** React is the only framework of the pages. */
const quickCheck = `${check}
  if (typeof Component === 'function') return true;`;

/** Where Astro's rendering of a component begins, and where it ends. */
const start = '  const vnode = React.createElement(Component, newProps);';
const end = '  return { html, attrs };';

/** Where a component without properties is looked up, and where it is kept. A page's islands have different prefixes for their ids. */
const lookUp = `  const isSame = Object.keys(newProps).length === 0 && !formState;
  const known = isSame ? markups.get(Component)?.get(prefix) : undefined;
  if (known !== undefined) return { html: known, attrs };
`;
const keep = `  if (isSame) {
    const byPrefix = markups.get(Component) ?? new Map();
    if (byPrefix.size < 20) byPrefix.set(prefix, html);
    markups.set(Component, byPrefix);
  }
`;

/**
 * Lets Astro render an island without properties once, because its HTML is the same on every page: React renders through a web stream,
 * which takes a tenth of a listing's time for the two islands of the header.
 */
export function renderIslandsOnce() {
  return {
    name: 'haat:render-islands-once',
    apply: 'build' as const,
    transform: {
      filter: { id: /\/@astrojs\/react\/dist\/server\.js$/ },
      handler(code: string) {
        if ([check, start, end].some((part) => code.split(part).length !== 2))
          throw new Error('@astrojs/react no longer renders islands in the form that this plugin changes');
        const changed = code
          .replace(check, quickCheck)
          .replace(start, lookUp + start)
          .replace(end, keep + end);
        return { code: `const markups = new WeakMap();\n${changed}`, map: null };
      },
    },
  };
}
