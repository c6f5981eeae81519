import * as z from 'zod/mini';
import type { ShopConfig } from '#api/extend/shop-config.ts';
import { resolvePage } from '#api/services/redirects/resolve-page.ts';
import { readTextFile } from '#cli/arguments/text-file.ts';
import { CommandFailed } from '#cli/process/command.ts';

/** The longest address of a picture or link, in characters. */
const MAX_ADDRESS = 2000;

/** A text on one line. */
export const line = (most: number) =>
  z
    .string({ error: 'must be a text in quotes' })
    .check(
      z.trim(),
      z.minLength(1, { error: 'must not be empty', abort: true }),
      z.maxLength(most, { error: `may have at most ${most} characters` }),
    );

const isLink = (text: string): boolean => {
  if (/^(?:https:\/\/|mailto:|tel:)\S+$/i.test(text)) return true;
  return text.startsWith('/') && resolvePage(text.split('#', 1)[0] as string) !== undefined;
};

/** A page of the shop, or another address. */
export const linkTo = line(MAX_ADDRESS).check(
  z.refine(isLink, {
    error: ({ input }) =>
      String(input).startsWith('/')
        ? `leads to "${input}", which is no page of the shop`
        : `must be a page of the shop such as /shop, or begin with https://, mailto: or tel:, but is "${input}"`,
  }),
);

/** A picture: a file beside the JSON file, or one that is stored already. */
export const pictureName = line(MAX_ADDRESS);

/** Reads a JSON file. Throws `CommandFailed`, with the line of the mistake where it is known. */
export function readJsonFile(file: string): unknown {
  const text = readTextFile(file);
  try {
    return JSON.parse(text);
  } catch (error) {
    const at = Number(/position (\d+)/.exec((error as Error).message)?.[1] ?? Number.NaN);
    const place = Number.isNaN(at) ? 'somewhere' : `at line ${text.slice(0, at).split('\n').length}`;
    throw new CommandFailed(
      `"${file}" is not JSON: there is a mistake ${place}, such as a missing comma, quotation mark or bracket. Write a right file first with the same command and no FILE`,
    );
  }
}

/** Names a place in the file: `sections[2].link` counts from 1, as people do. */
const namePlace = (path: readonly PropertyKey[]): string =>
  path.map((key, i) => (typeof key === 'number' ? ` ${key + 1}` : `${i > 0 ? ', ' : ''}${String(key)}`)).join('');

/** Validates the content of a file. Throws `CommandFailed` with a sentence about each mistake. */
export function checkFile<Schema extends z.ZodMiniType>(schema: Schema, content: unknown, file: string): z.output<Schema> {
  const checked = schema.safeParse(content);
  if (checked.success) return checked.data;
  const sentences = checked.error.issues.map((issue) => {
    const place = namePlace(issue.path) || 'The file';
    if (issue.code === 'unrecognized_keys') return `${place} must not have ${issue.keys.map((key) => `"${key}"`).join(', ')}.`;
    return `${place} ${issue.message}.`;
  });
  throw new CommandFailed([`"${file}" was not saved:`, ...sentences].join('\n'));
}

/** Checks a section by its schema in `shop.config.ts`; `place` says where it is named. Throws `CommandFailed` with a sentence about the first mistake. */
export function checkCustomSection(
  place: string,
  section: { name: string; settings: unknown },
  { sections: known = {} }: ShopConfig,
): void {
  const part = known[section.name];
  if (!part) {
    const names = Object.keys(known);
    const those = names.length > 0 ? `has only ${names.join(', ')}` : 'has none';
    throw new CommandFailed(`${place}: there is no section "${section.name}" in shop.config.ts, which ${those}`);
  }
  const [issue] = part.settings.safeParse(section.settings).error?.issues ?? [];
  if (issue) throw new CommandFailed(`${place}, settings ${issue.path.join(' ')}: ${issue.message}`);
}
