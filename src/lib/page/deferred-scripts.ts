import islandScript from 'astro/runtime/server/astro-island.prebuilt.js';

/** What Astro writes before the first island of a page: the style of islands, which base.css has, the directive and this runtime. */
const islandRuntime = `<script>${islandScript}</script>`;
const islandStyle = /<style>[^<]*<\/style>$/;

const moduleScript = /<script type="module" src="([^"]+)"><\/script>/g;

/** An island that hydrates with the page: the page's content waits for it. */
const hydratesWithPage = /<astro-island [^>]*(?: client="(?!intent)| opts="[^"]*&quot;now&quot;)/;

/** The inline script of the head, and the stylesheet that it adds, for browsers without script. */
const headScript = /<script (data-styles="[^"]*")>[\s\S]*?<\/script>\s*<noscript>[\s\S]*?<\/noscript>/;
const headEnd = /<\/head>(?=\s*<body>\s*<a class="skip )/;

function removeIslandRuntime(page: string): string {
  const runtime = page.indexOf(islandRuntime);
  if (runtime < 0) return page;
  const directive = page.lastIndexOf('<script>', runtime - 1);
  return page.slice(0, directive).replace(islandStyle, '') + page.slice(runtime + islandRuntime.length);
}

/**
 * Leaves a page's modules to the inline script of its head, which starts them after the first paint or at the first sign of intent; so
 * they do not compete with what is painted. Pages with an island that hydrates with the page start them immediately. Moves the script to
 * the end of the head: the stylesheet that it adds must come after the page's styles. All that is looked for contains quotes, which are
 * escaped in texts and attributes, so that a text of the shop cannot look like it.
 */
export function deferScripts(html: string): string {
  const [script, styles] = headScript.exec(html) ?? [];
  if (!script || !styles || !headEnd.test(html)) return html;
  const modules: string[] = [];
  let page = html.replace(script, '');
  if (!hydratesWithPage.test(page))
    page = removeIslandRuntime(page).replace(moduleScript, (_, address: string) => {
      modules.push(address);
      return '';
    });
  const starting = modules.length > 0 ? script.replace(styles, `data-modules="${modules.join(' ')}" ${styles}`) : script;
  return page.replace(headEnd, () => `${starting}</head>`);
}
