import islandScript from 'astro/runtime/server/astro-island.prebuilt.js';

/** What Astro writes before the first island of a page: the style of islands, which base.css has, the directive and this runtime. */
const islandRuntime = `<script>${islandScript}</script>`;

const moduleStart = '<script type="module" src="';
const moduleEnd = '"></script>';

/** An island that hydrates with the page: the page's content waits for it. */
const hydratesWithPage = /<astro-island [^>]*(?: client="(?!intent)| opts="[^"]*&quot;now&quot;)/;

/** The inline script of the head, and the stylesheet that it adds, for browsers without script. */
const headScript = /<script (data-styles="[^"]*")>[\s\S]*?<\/script>\s*<noscript>[\s\S]*?<\/noscript>/;

/** The first element of a page's body, and what is before it. */
const firstElement = '<a class="skip ';
const headEnd = /<\/head>(?=\s*<body>\s*$)/;

/** The parts of a body without the runtime. */
function cutIslandRuntime(body: string): string[] {
  const runtime = body.indexOf(islandRuntime);
  if (runtime < 0) return [body];
  const directive = body.lastIndexOf('<script>', runtime - 1);
  const start = body.endsWith('</style>', directive) ? body.lastIndexOf('<style>', directive) : directive;
  return [body.slice(0, start), body.slice(runtime + islandRuntime.length)];
}

/** The parts of a page between its module scripts, whose addresses are added to `modules`. */
function takeModules(part: string, modules: string[]): string[] {
  const rest: string[] = [];
  let end = 0;
  for (let at = part.indexOf(moduleStart); at >= 0; at = part.indexOf(moduleStart, at + 1)) {
    const start = at + moduleStart.length;
    const quote = part.indexOf('"', start);
    if (quote <= start || !part.startsWith(moduleEnd, quote)) continue;
    modules.push(part.slice(start, quote));
    rest.push(part.slice(end, at));
    end = quote + moduleEnd.length;
  }
  return [...rest, part.slice(end)];
}

/**
 * Leaves a page's modules to the inline script of its head, which starts them after the first paint or at the first sign of intent; so
 * they do not compete with what is painted. Pages with an island that hydrates with the page start them immediately. Moves the script to
 * the end of the head: the stylesheet that it adds must come after the page's styles. All that is looked for contains quotes, which are
 * escaped in texts and attributes, so that a text of the shop cannot look like it.
 */
export function deferScripts(html: string): string {
  const start = html.indexOf(firstElement);
  const head = html.slice(0, Math.max(0, start));
  const [script, styles] = headScript.exec(head) ?? [];
  if (!script || !styles || !headEnd.test(head)) return html;
  const modules: string[] = [];
  const body = html.slice(start);
  const isDeferred = !hydratesWithPage.test(body);
  const headRest = head.replace(script, '');
  const rest = isDeferred ? takeModules(headRest, modules).join('') : headRest;
  const bodyParts = isDeferred ? cutIslandRuntime(body).flatMap((part) => takeModules(part, modules)) : [body];
  const starting = modules.length > 0 ? script.replace(styles, `data-modules="${modules.join(' ')}" ${styles}`) : script;
  // Joined once: each copy of a page takes as long as a scan of it.
  return [rest.replace(headEnd, () => `${starting}</head>`), ...bodyParts].join('');
}
