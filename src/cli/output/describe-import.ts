import type { ImportSummary } from '#api/services/import/plan/import-summary.ts';
import { formatNumber } from '#lib/rules/text/format-number.ts';
import { formatCount } from './format-units.ts';
import { bold, dim, green, yellow } from './print.ts';

const headings: Record<ImportSummary['outcome'], (summary: ImportSummary) => string> = {
  imported: ({ rows }) => green(`Imported ${formatCount(rows, 'row')}.`),
  'dry run': ({ rows }) => bold(`Read ${formatCount(rows, 'row')}. This is a dry run; nothing was written.`),
  refused: ({ badRows }) =>
    yellow(
      `Nothing was imported: ${formatCount(badRows.length, 'problem')} to fix first (or use --skip-bad to import the rest).`,
    ),
  unreadable: () => yellow('Nothing was imported: a file cannot be read.'),
};

const line = (label: string, text: string): string => `  ${label.padEnd(9)} ${text}`;

function counts({ products, variants, pictures, outcome }: ImportSummary): string[] {
  const withdrawn = (n: number) => (n ? `, ${formatNumber(n)} withdrawn` : '');
  const lines = [
    line(
      'Products',
      `${formatNumber(products.added)} added, ${formatNumber(products.changed)} changed, ${formatNumber(products.unchanged)} unchanged${withdrawn(products.withdrawn)}`,
    ),
    line(
      'Variants',
      `${formatNumber(variants.added)} added, ${formatNumber(variants.changed)} changed${withdrawn(variants.withdrawn)}`,
    ),
  ];
  if (outcome === 'imported') {
    const refused = pictures.refused.length ? `, ${formatNumber(pictures.refused.length)} left out` : '';
    lines.push(
      line('Pictures', `${formatNumber(pictures.used)} in use (${formatNumber(pictures.stored)} newly stored)${refused}`),
    );
  }
  return lines;
}

function leftOut({ skipped: products }: ImportSummary): string[] {
  if (products.length === 0) return [];
  const byReason = Map.groupBy(products, ({ reason }) => reason);
  const reasons = [...byReason].map(([reason, group]) => `${formatNumber(group.length)} ${reason}`).join(', ');
  return [line('Left out', `${formatCount(products.length, 'product')} not for sale in the file: ${reasons}`)];
}

/** Heading of the list of bad rows: a file that cannot be read is not a row and is never skipped. */
function badRowsHeading({ outcome, badRows }: ImportSummary): string {
  if (outcome === 'refused') return 'Bad rows';
  return outcome === 'unreadable' ? 'Problems' : `${formatCount(badRows.length, 'bad row')} skipped`;
}

/** How many products are named for a picture. */
const MAX_NAMED = 3;

function describeRefused({ picture, reason, products }: ImportSummary['pictures']['refused'][number]): string {
  const more = products.length > MAX_NAMED ? ` and ${formatNumber(products.length - MAX_NAMED)} more` : '';
  return `  ${products.slice(0, MAX_NAMED).join(', ')}${more}: ${picture} ${reason}`;
}

/** Formats an import's summary: what changed, what was skipped and why, and every bad row. */
export function describeImport(summary: ImportSummary): string {
  const { badRows, notes, pictures } = summary;
  const written = summary.outcome === 'imported' || summary.outcome === 'dry run';
  const done = !written ? [] : [...counts(summary), ...leftOut(summary)];
  const bad = badRows.map((row) => `  ${row.file}, line ${row.line}, ${row.column}: ${row.reason}`);
  return [
    headings[summary.outcome](summary),
    ...done,
    ...notes.map((note) => dim(`  ${note}`)),
    ...(bad.length ? [bold(badRowsHeading(summary)), ...bad] : []),
    ...(pictures.refused.length ? [bold('Pictures left out'), ...pictures.refused.map(describeRefused)] : []),
  ].join('\n');
}
