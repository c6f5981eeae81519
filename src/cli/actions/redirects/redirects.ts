import { type RedirectOfFile, readRedirectFile } from '#api/services/import/redirects/read-redirect-file.ts';
import {
  type AddedRedirects,
  type RefusedRedirect,
  readAllRedirects,
  removeRedirect,
  saveRedirects,
} from '#api/services/redirects/redirects.ts';
import { readRowsOfFile } from '#cli/arguments/rows-of-file.ts';
import { formatCount, formatTable, green, type OutputOptions, print, yellow } from '#cli/output/print.ts';
import { CommandFailed } from '#cli/process/command.ts';
import { changeStore, withStore } from '#cli/store/open-store.ts';

/** Refused rows that are printed; the others are counted. */
const MAX_SHOWN = 20;

export async function showRedirects(flags: OutputOptions): Promise<void> {
  const stored = await withStore(readAllRedirects);
  const rows = stored.map(({ path, target, at }) => ({ from: path, to: target, since: at.slice(0, 10) }));
  print(rows, flags, () => formatTable(rows, [], 'There are no redirects.'));
}

const describeRefusal = ({ given, at, problem }: RefusedRedirect<RedirectOfFile>): string =>
  `  line ${given.line}: "${at === 'from' ? given.from : given.to}" ${problem}`;

function describeImport({ added, changed, unchanged, refused }: AddedRedirects<RedirectOfFile>): string {
  const more = refused.length - MAX_SHOWN;
  return [
    `${green('Saved.')} ${formatCount(added, 'redirect')} added, ${changed} changed, ${unchanged} unchanged.`,
    ...(refused.length > 0 ? [yellow(`${formatCount(refused.length, 'row')} left out:`)] : []),
    ...refused.slice(0, MAX_SHOWN).map(describeRefusal),
    ...(more > 0 ? [`  and ${formatCount(more, 'more')}`] : []),
  ].join('\n');
}

/** Adds the redirects of a file; rows that cannot be added are left out and listed. */
export async function importRedirects(file: string, flags: OutputOptions): Promise<void> {
  const { redirects } = await readRowsOfFile(file, readRedirectFile);
  const result = await changeStore((tx) => saveRedirects(tx, redirects));
  result.refused.sort((a, b) => a.given.line - b.given.line);
  const refused = result.refused.map(({ given, problem }) => ({ ...given, problem }));
  print({ ...result, refused }, flags, () => describeImport(result));
}

export async function addRedirect(from: string, to: string, flags: OutputOptions): Promise<void> {
  const { refused } = await changeStore((tx) => saveRedirects(tx, [{ from, to }]));
  const [first] = refused;
  if (first) throw new CommandFailed(`"${first.at === 'from' ? from : to}" ${first.problem}`);
  print({ from, to }, flags, () => green(`${from} now leads to ${to}.`));
}

export async function removeRedirectFrom(from: string, flags: OutputOptions): Promise<void> {
  const isRemoved = await changeStore((tx) => removeRedirect(tx, from));
  if (!isRemoved) throw new CommandFailed(`There is no redirect from "${from}". See them with: store redirects list`);
  print({ from }, flags, () => green(`${from} leads nowhere now.`));
}
