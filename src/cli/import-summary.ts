import type { ImportSummary } from '#api/services/import/summary.ts';
import { bold, counted, faint, good, number, warning } from './output.ts';

const headings: Record<ImportSummary['outcome'], (summary: ImportSummary) => string> = {
  imported: ({ rows }) => good(`Imported ${counted(rows, 'row')}.`),
  'dry run': ({ rows }) => bold(`Read ${counted(rows, 'row')}. This is what an import would do; nothing was written.`),
  refused: ({ badRows }) =>
    warning(`Nothing was imported: ${counted(badRows.length, 'problem')} to fix first (or use --skip-bad to import the rest).`),
  unreadable: () => warning('Nothing was imported: a file cannot be read.'),
};

const line = (label: string, text: string): string => `  ${label.padEnd(9)} ${text}`;

function counts({ products, variants, pictures, outcome }: ImportSummary): string[] {
  const withdrawn = (n: number) => (n ? `, ${number(n)} taken from sale` : '');
  const lines = [
    line(
      'Products',
      `${number(products.added)} added, ${number(products.changed)} changed, ${number(products.unchanged)} unchanged${withdrawn(products.withdrawn)}`,
    ),
    line('Variants', `${number(variants.added)} added, ${number(variants.changed)} changed${withdrawn(variants.withdrawn)}`),
  ];
  if (outcome === 'imported') {
    const refused = pictures.refused.length ? `, ${number(pictures.refused.length)} left out` : '';
    lines.push(line('Pictures', `${number(pictures.used)} in use (${number(pictures.stored)} newly stored)${refused}`));
  }
  return lines;
}

function leftOut({ leftOut: products }: ImportSummary): string[] {
  if (products.length === 0) return [];
  const byReason = Map.groupBy(products, ({ reason }) => reason);
  const reasons = [...byReason].map(([reason, group]) => `${number(group.length)} ${reason}`).join(', ');
  return [line('Left out', `${counted(products.length, 'product')} not for sale in the file: ${reasons}`)];
}

/** What the list of bad rows is headed: a file that cannot be read is no row, and none is skipped on its account. */
function badRowsHeading({ outcome, badRows }: ImportSummary): string {
  if (outcome === 'refused') return 'Bad rows';
  return outcome === 'unreadable' ? 'What is wrong' : `${counted(badRows.length, 'bad row')} skipped`;
}

/** An import's summary for people: what changed, what was left out and why, and every bad row. */
export function describeImport(summary: ImportSummary): string {
  const { badRows, notes, pictures } = summary;
  const written = summary.outcome === 'imported' || summary.outcome === 'dry run';
  const done = !written ? [] : [...counts(summary), ...leftOut(summary)];
  const bad = badRows.map((row) => `  ${row.file}, line ${row.line}, ${row.column}: ${row.reason}`);
  return [
    headings[summary.outcome](summary),
    ...done,
    ...notes.map((note) => faint(`  ${note}`)),
    ...(bad.length ? [bold(badRowsHeading(summary)), ...bad] : []),
    ...(pictures.refused.length
      ? [bold('Pictures left out'), ...pictures.refused.map(({ picture, reason }) => `  ${picture} ${reason}`)]
      : []),
  ].join('\n');
}
