import type { ImportSummary } from '#api/services/import/plan/import-summary.ts';
import { type Repair, repairKinds } from '#api/services/import/report/repairs.ts';
import { indianTime } from '#lib/rules/dates.ts';
import { escapeHtml, noIndex, renderHtml } from '#lib/rules/html-document.ts';
import { formatNumber } from '#lib/rules/text.ts';
import { reportStyle } from './report-style.ts';

/** How many rows a table of the report has; more make a page that phones cannot open. */
const MAX_ROWS = 2000;
const MAX_VALUE = 300;

/** The page loads nothing and runs nothing, whatever the cells of a file contain. */
const policy = `<meta http-equiv="content-security-policy" content="default-src 'none'; style-src 'unsafe-inline'">`;

/** Characters that are no text, or change the direction of what follows. */
const unprintable = /(?![\t\n])\p{Cc}|[\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu;

/** Text of a file as HTML: shortened, and in a direction of its own. */
function cell(text: string): string {
  const plain = text.toWellFormed().replace(unprintable, '');
  const short = plain.length > MAX_VALUE ? `${[...plain.slice(0, MAX_VALUE)].join('').toWellFormed()}…` : plain;
  return `<bdi>${escapeHtml(short)}</bdi>`;
}

interface Cell {
  html: string;
  kind?: 'number' | 'value';
}

const text = (value: string): Cell => ({ html: cell(value) });
const value = (value: string): Cell => ({ html: value === '' ? '<span class="quiet">empty</span>' : cell(value), kind: 'value' });
const number = (n: number): Cell => ({ html: formatNumber(n), kind: 'number' });

/** A table; nothing without rows. */
function table(heads: readonly string[], rows: readonly (readonly Cell[])[]): string {
  if (rows.length === 0) return '';
  const head = heads.map((name) => `<th scope="col">${escapeHtml(name)}</th>`).join('');
  const body = rows.slice(0, MAX_ROWS).map((cells) => {
    const tds = cells.map(
      ({ html, kind }, i) => `<td${kind ? ` class="${kind}"` : ''} data-label="${escapeHtml(heads[i] ?? '')}">${html}</td>`,
    );
    return `<tr>${tds.join('')}</tr>`;
  });
  const more = rows.length > MAX_ROWS ? `<p class="quiet">and ${formatNumber(rows.length - MAX_ROWS)} more</p>` : '';
  return `<table><thead><tr>${head}</tr></thead><tbody>${body.join('\n')}</tbody></table>${more}`;
}

/** A part of the report; nothing without content. */
const section = (title: string, content: string): string =>
  content ? `<section><h2>${escapeHtml(title)}</h2>${content}</section>` : '';
const paragraph = (html: string, kind?: string): string => `<p${kind ? ` class="${kind}"` : ''}>${html}</p>`;
const count = (n: number, one: string, many: string): string => `${formatNumber(n)} ${n === 1 ? one : many}`;

const outcomes: Record<ImportSummary['outcome'], string> = {
  imported: 'The file was imported.',
  'dry run': 'The file was read for a trial. Nothing was changed in the shop.',
  refused: 'Nothing was imported: the rows below must be corrected first.',
  unreadable: 'Nothing was imported: the file cannot be read.',
  unconfirmed: 'Nothing was imported: too many products would be withdrawn or lose what they have.',
};

const describeOutcome = ({ outcome, badRows }: ImportSummary): string =>
  outcome === 'imported' && badRows.length > 0 ? 'The file was imported without the rows below.' : outcomes[outcome];

function figures({ rows, importedRows, products, badRows, outcome }: ImportSummary): string {
  const written = outcome === 'imported' || outcome === 'dry run';
  const pairs: [string, number][] = [
    ['Rows read', rows],
    ['Problems', badRows.length],
    ...(written
      ? ([
          ['Rows taken', importedRows],
          ['Products added', products.added],
          ['Products changed', products.changed],
          ['Products unchanged', products.unchanged],
        ] as [string, number][])
      : []),
  ];
  return `<dl>${pairs.map(([name, n]) => `<div><dt>${name}</dt><dd>${formatNumber(n)}</dd></div>`).join('')}</dl>`;
}

const fileOf = (summary: ImportSummary, file: string): Cell[] => (summary.files.length > 1 ? [text(file)] : []);
const fileHead = (summary: ImportSummary): string[] => (summary.files.length > 1 ? ['File'] : []);

function refused(summary: ImportSummary): string {
  const rows = summary.badRows.map(({ file, line, column, value: found, reason, help }) => [
    ...fileOf(summary, file),
    number(line),
    text(column),
    found === undefined ? text('') : value(found),
    { html: `${cell(reason)}${help ? `<span class="help">${escapeHtml(help)}</span>` : ''}` },
  ]);
  return table([...fileHead(summary), 'Line', 'Column', 'Cell', 'What is wrong'], rows);
}

const columns = ({ files, columns: { unread } }: ImportSummary): string =>
  files
    .map(({ file, format, products, variants, mapped }) => {
      const what = `${cell(file)} is ${escapeHtml(format)}: ${count(products, 'product', 'products')} with ${count(variants, 'variant', 'variants')}.`;
      return (
        paragraph(what) +
        table(
          ['Column of the file', 'Read as'],
          mapped.map(({ column, to }) => [text(column), text(to)]),
        )
      );
    })
    .join('') + (unread.length > 0 ? `<h3>Columns that are not read</h3>${paragraph(unread.map(cell).join(', '))}` : '');

function repairs(summary: ImportSummary): string {
  const part = ({ kind, count: all, examples }: Repair): string => {
    const rows = examples.map(({ file, line, column, before, after }) => [
      ...fileOf(summary, file),
      number(line),
      text(column),
      value(before),
      value(after),
    ]);
    const more = all > examples.length ? paragraph(`The first ${examples.length} of ${formatNumber(all)}.`, 'quiet') : '';
    return `<h3>${escapeHtml(repairKinds[kind])} (${formatNumber(all)})</h3>${more}${table([...fileHead(summary), 'Line', 'Column', 'In the file', 'Read as'], rows)}`;
  };
  return summary.repaired.map(part).join('');
}

const leftOut = (summary: ImportSummary): string =>
  table(
    ['Product', 'Why'],
    summary.skipped.map(({ name, reason }) => [text(name), text(`Not for sale in the file: ${reason}`)]),
  ) +
  table(
    [...fileHead(summary), 'Line', 'What it is'],
    summary.leftOutRows.map(({ file, line, reason }) => [...fileOf(summary, file), number(line), text(reason)]),
  );

const pictures = ({ pictures: { refused: left } }: ImportSummary): string =>
  table(
    ['Picture', 'Why', 'Products'],
    left.map(({ picture, reason, products }) => [value(picture), text(reason), text(products.join(', '))]),
  );

/** The report of an import as one page that needs no other file, to be sent to whoever made the file. */
export function reportPage(summary: ImportSummary, now: Date): string {
  const names = [...new Set([...summary.files, ...summary.badRows].map(({ file }) => file))].join(', ') || 'products';
  const isRefused = summary.outcome !== 'imported' && summary.outcome !== 'dry run';
  const time = now.toLocaleString('en-IN', { dateStyle: 'long', timeStyle: 'short', ...indianTime });
  return renderHtml({
    title: `Import of ${names}`.toWellFormed(),
    language: 'en',
    head: `${policy}${noIndex}<style>${reportStyle}</style>`,
    body: `<main>
<h1>Import of ${cell(names)}</h1>
${paragraph(`${escapeHtml(time)}, Indian time`, 'quiet')}
${paragraph(describeOutcome(summary), isRefused ? 'outcome bad' : 'outcome')}
${figures(summary)}
${section(isRefused ? 'To be corrected' : 'Refused rows', refused(summary))}
${section('What was read', columns(summary))}
${section('Repaired', repairs(summary))}
${section('Left out', leftOut(summary))}
${section('Pictures left out', pictures(summary))}
${section('Notes', summary.notes.length > 0 ? `<ul>${summary.notes.map((note) => `<li>${cell(note)}</li>`).join('')}</ul>` : '')}
</main>`,
  });
}
