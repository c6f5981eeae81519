import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A stylesheet split at its `@later` blocks; each part keeps the rules that enclose it. */
export interface SplitStyles {
  now: string;
  later: string;
}

const sourceFolder = fileURLToPath(new URL('../', import.meta.url));

/** Comments, strings and unquoted URLs, whose braces are text, and the braces and semicolons that structure a stylesheet. */
const token = /\/\*[\s\S]*?\*\/|"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|[{};]/g;

/** Moves the content of `@later { … }` blocks, at any depth, out of a stylesheet. */
export function splitLaterStyles(css: string): SplitStyles {
  interface Block {
    prelude: string;
    isLater: boolean;
    now: string;
    later: string;
  }
  const root: Block = { prelude: '', isLater: false, now: '', later: '' };
  const open: Block[] = [root];
  let start = 0;
  for (const { 0: text, index } of css.matchAll(token)) {
    const block = open.at(-1) as Block;
    if (text === '{') {
      const prelude = css.slice(start, index);
      open.push({ prelude, isLater: /(?:^|\*\/|\s)@later\s*$/.test(prelude), now: '', later: '' });
    } else if (text === '}' || text === ';') {
      block.now += css.slice(start, text === ';' ? index + 1 : index);
      if (text === '}') {
        open.pop();
        const parent = open.at(-1) as Block;
        if (block.isLater) parent.later += block.now;
        else {
          if (block.now.trim()) parent.now += `${block.prelude}{${block.now}}`;
          if (block.later.trim()) parent.later += `${block.prelude}{${block.later}}`;
        }
      }
    } else continue;
    start = index + 1;
  }
  return { now: root.now + css.slice(start), later: root.later };
}

/** The stylesheets that have `@later` blocks, the shared ones first, whose rules the components' may override. */
function listStylesheets(): string[] {
  const files = readdirSync(sourceFolder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.css'));
  const isShared = (name: string): boolean => name.startsWith('styles/');
  return files
    .sort((a, b) => Number(isShared(b)) - Number(isShared(a)) || a.localeCompare(b))
    .map((name) => join(sourceFolder, name));
}

/**
 * A Vite plugin that collects the `@later` blocks of all stylesheets in `later.css`: rules that no page needs for its first paint.
 * Pages load that file after it, without blocking.
 */
export function laterStyles() {
  return {
    name: 'haat:later-styles',
    enforce: 'pre' as const,
    transform: {
      filter: { id: /\/src\/.*\.css(?:$|\?(?!url))/ },
      handler(code: string, id: string) {
        if (!/\/styles\/later\.css(?:$|\?)/.test(id)) return { code: splitLaterStyles(code).now, map: null };
        const later = listStylesheets().map((file) => splitLaterStyles(readFileSync(file, 'utf8')).later);
        return { code: later.join('\n'), map: null };
      },
    },
  };
}
