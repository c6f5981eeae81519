import type { ImportSummary } from '#api/services/import/plan/import-summary.ts';
import { type RepairKind, repairKinds } from '#api/services/import/report/repairs.ts';
import type { UndoSummary } from '#api/services/import/undo/undo-import.ts';
import { IMPORT_UNDO_DAYS } from '#api/services/retention.ts';
import { bold, dim, formatCount, formatIndianTime, green, yellow } from '#cli/output/print.ts';
import { formatNumber } from '#lib/rules/text.ts';

/** "Imported 1,455 rows." or, when some are not imported, "Imported 1,455 of 1,458 rows." */
const countRows = ({ rows, importedRows }: ImportSummary): string =>
  importedRows === rows ? formatCount(rows, 'row') : `${formatNumber(importedRows)} of ${formatCount(rows, 'row')}`;

/** "168 of 168 products on sale would be …". */
const describeLosing = ({ onSale }: ImportSummary): string =>
  onSale.cutAfter === undefined
    ? `${formatNumber(onSale.losing)} of ${formatCount(onSale.all, 'product')} on sale would be withdrawn or lose their description, brand, category or pictures`
    : `the file may have been cut off in its last product, ${onSale.cutAfter}, which would be changed`;

const headings: Record<ImportSummary['outcome'], (summary: ImportSummary) => string> = {
  imported: (summary) => green(`Imported ${countRows(summary)}.`),
  'dry run': (summary) => bold(`Read ${countRows(summary)}. This is a dry run; nothing was written.`),
  refused: ({ badRows }) =>
    yellow(
      `Nothing was imported: ${formatCount(badRows.length, 'problem')} to fix first (or use --skip-bad to import the rest).`,
    ),
  unreadable: () => yellow('Nothing was imported: a file cannot be read.'),
  unconfirmed: (summary) =>
    yellow(
      `Nothing was imported: ${describeLosing(summary)}. Check that the file is whole (--dry-run lists the products); to import it anyway, add --yes-withdraw ${summary.onSale.losing}.`,
    ),
};

/** Kinds of repairs that the notes already name, or that change nothing but the form. */
const noted: ReadonlySet<RepairKind> = new Set(['encoding', 'handle', 'negative', 'price', 'date']);

const line = (label: string, text: string): string => `  ${label.padEnd(9)} ${text}`;

/** What each file is: "This is a WooCommerce export: 61 products with 173 variants." */
const describeFiles = ({ files }: ImportSummary): string[] =>
  files.map(({ file, format, products, variants }) => {
    const what = files.length > 1 ? file : 'This';
    return `${what} is ${format}: ${formatCount(products, 'product')} with ${formatCount(variants, 'variant')}.`;
  });

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
    if (pictures.waiting > 0)
      lines.push(
        line(
          '',
          `${formatNumber(pictures.waiting)} shown by a preview until the running shop has made the other sizes (store pictures show)`,
        ),
      );
  }
  return lines;
}

/** "3 rows: a row of totals, a note (2)". */
function leftOutRows({ leftOutRows: rows }: ImportSummary): string[] {
  const reasons = [...Map.groupBy(rows, ({ reason }) => reason)].map(([reason, group]) =>
    group.length > 1 ? `${reason} (${group.length})` : reason,
  );
  return rows.length > 0 ? [line('Left out', `${formatCount(rows.length, 'row')}: ${reasons.join(', ')}`)] : [];
}

/** What was repaired without a note of its own, by kind. */
function repairs({ repaired }: ImportSummary): string[] {
  const kinds = repaired
    .filter(({ kind }) => !noted.has(kind))
    .map(({ kind, count }) => `${repairKinds[kind]}: ${formatNumber(count)}`);
  return kinds.length > 0 ? [`Read otherwise than they stand in the file (--report lists them). ${kinds.join('. ')}.`] : [];
}

function leftOut({ skipped: products }: ImportSummary): string[] {
  if (products.length === 0) return [];
  const byReason = Map.groupBy(products, ({ reason }) => reason);
  const reasons = [...byReason].map(([reason, group]) => `${formatNumber(group.length)} ${reason}`).join(', ');
  return [line('Left out', `${formatCount(products.length, 'product')} not for sale in the file: ${reasons}`)];
}

/** How many products, columns or changes are listed; --json has them all. */
const MAX_LISTED = 20;

/** The first lines, and how many there are besides. */
function shorten(lines: readonly string[]): string[] {
  const rest = lines.length - MAX_LISTED;
  return rest > 0 ? [...lines.slice(0, MAX_LISTED), `  and ${formatNumber(rest)} more (--json lists all)`] : [...lines];
}

function lostRows({ lost }: ImportSummary): string[] {
  const [whole, part] = [lost.filter(({ isWhole }) => isWhole), lost.filter(({ isWhole }) => !isWhole)];
  const list = (products: typeof lost) => shorten(products.map(({ slug, rows }) => `  ${slug} (${formatCount(rows, 'row')})`));
  return [
    ...(whole.length > 0 ? [bold(`${formatCount(whole.length, 'product')} left out because of bad rows`), ...list(whole)] : []),
    ...(part.length > 0 ? [bold(`${formatCount(part.length, 'product')} without some of their rows`), ...list(part)] : []),
  ];
}

/** Which columns are not read, and which are kept because the files do not have them. */
function columnNotes({ outcome, products, columns: { unread, absent } }: ImportSummary): string[] {
  const list = (names: readonly string[]) =>
    names.length > MAX_LISTED
      ? `${names.slice(0, MAX_LISTED).join(', ')} and ${formatNumber(names.length - MAX_LISTED)} more`
      : names.join(', ');
  return [
    ...(unread.length > 0 ? [`Columns that are not read: ${list(unread)}.`] : []),
    ...(absent.length > 0 && (outcome === 'dry run' || products.changed > 0)
      ? [`Columns that the file does not have: ${list(absent)}. Their stored values are kept; new products get the defaults.`]
      : []),
  ];
}

/** What a dry run adds: each product that changes, and what the files do not have. */
function dryRunChanges(summary: ImportSummary): string[] {
  const { outcome, changes, onSale, products } = summary;
  if (outcome !== 'dry run') return [];
  const kept = onSale.notInFiles - products.withdrawn;
  const lines = changes.map(({ slug, change, details }) => `  ${slug}: ${details.length > 0 ? details.join(', ') : change}`);
  return [
    ...(kept > 0 ? [`  ${formatCount(kept, 'product')} on sale not in the file, kept as they are`] : []),
    ...(onSale.mustConfirm ? [yellow(`  ${describeLosing(summary)}: the import asks for --yes-withdraw ${onSale.losing}.`)] : []),
    ...(lines.length > 0 ? [bold('Changes'), ...shorten(lines)] : []),
  ];
}

/** Heading of the list of bad rows: a file that cannot be read is not a row and is never skipped. */
function badRowsHeading({ outcome, badRows }: ImportSummary): string {
  if (outcome === 'refused') return 'Bad rows';
  return outcome === 'unreadable' ? 'Problems' : `${formatCount(badRows.length, 'bad row')} skipped`;
}

const MAX_NAMED = 3;

/** One line: the products that lack a picture, and why. */
export function describeRefused({ picture, reason, products }: ImportSummary['pictures']['refused'][number]): string {
  const more = products.length > MAX_NAMED ? ` and ${formatNumber(products.length - MAX_NAMED)} more` : '';
  return `  ${products.slice(0, MAX_NAMED).join(', ')}${more}: ${picture} ${reason}`;
}

/** Formats an import's summary: what changed, what was skipped and why, and every bad row. */
export function describeImport(summary: ImportSummary): string {
  const { badRows, notes, pictures } = summary;
  const written = summary.outcome === 'imported' || summary.outcome === 'dry run';
  const done = !written ? [] : [...counts(summary), ...leftOut(summary), ...leftOutRows(summary)];
  const bad = badRows.map((row) => `  ${row.file}, line ${row.line}, ${row.column}: ${row.reason}`);
  return [
    ...describeFiles(summary),
    headings[summary.outcome](summary),
    ...done,
    ...(written ? [...notes, ...repairs(summary), ...columnNotes(summary)] : notes).map((note) => dim(`  ${note}`)),
    ...dryRunChanges(summary),
    ...(bad.length ? [bold(badRowsHeading(summary)), ...bad] : []),
    ...(written ? lostRows(summary) : []),
    ...(pictures.refused.length
      ? [bold('Pictures left out'), ...pictures.refused.map(describeRefused), '  Try them again with: store pictures retry']
      : []),
  ].join('\n');
}

/** Formats what taking an import back did, and what was kept because it was sold or edited since. */
export function describeUndo({ outcome, importedAt, products, kept }: UndoSummary): string {
  if (outcome === 'nothing to undo')
    return dim(
      `There is no import to take back: none changed anything in the last ${IMPORT_UNDO_DAYS} days, or it was taken back.`,
    );
  return [
    green(`Took back the import of ${formatIndianTime(importedAt)}.`),
    `  ${formatCount(products.restored, 'product')} as before, ${formatCount(products.withdrawn, 'added product')} withdrawn`,
    ...(kept.length > 0 ? [bold('Kept'), ...kept.map(({ slug, text }) => `  ${slug}: ${text}`)] : []),
  ].join('\n');
}
