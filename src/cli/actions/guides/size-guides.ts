import { writeFileSync } from 'node:fs';
import { type GuideOfCategories, readSizeGuides, replaceSizeGuides } from '#api/services/catalogue/size-guides.ts';
import { BYTE_ORDER_MARK, formatCsvLine } from '#api/services/export/format-csv.ts';
import { guideColumns, readGuideFile } from '#api/services/import/guides/read-guide-file.ts';
import { requireNewFile } from '#cli/arguments/file-paths.ts';
import { readRowsOfFile } from '#cli/arguments/rows-of-file.ts';
import { formatCount, green, type OutputOptions, print } from '#cli/output/print.ts';
import { changeStore, withStore } from '#cli/store/open-store.ts';

const describeGuide = ({ name, categories, columns, rows, page }: GuideOfCategories): string =>
  [
    name,
    ...(rows.length > 0 ? [`  ${rows.map(({ size }) => size).join(', ')}: ${columns.join(', ')}`] : []),
    ...(page ? [`  ${page}`] : []),
    ...(categories.length > 0 ? [`  for ${categories.join(', ')}`] : []),
  ].join('\n');

const describeGuides = (guides: readonly GuideOfCategories[]): string =>
  guides.length === 0 ? 'There are no size guides.' : guides.map(describeGuide).join('\n');

/** Replaces the size guides by those of a file, or lists them without a file; a dry run only reads the file. */
export async function changeSizeGuides(
  file: string | undefined,
  flags: OutputOptions & { dryRun?: boolean; export?: string },
): Promise<void> {
  if (flags.export !== undefined) return exportSizeGuides(flags.export);
  if (file === undefined) return print(await withStore(readSizeGuides), flags, describeGuides);
  const { guides } = await readRowsOfFile(file, readGuideFile);
  if (!flags.dryRun) await changeStore((tx) => replaceSizeGuides(tx, guides));
  print(guides, flags, () =>
    [flags.dryRun ? 'Dry run, nothing is changed.' : green('Saved.'), describeGuides(guides)].join('\n'),
  );
}

/** Rows of a guide in a file whose measurements are `headings`. */
function toRows({ name, categories, columns, rows, page }: GuideOfCategories, headings: readonly string[]): string[][] {
  const first = [name, categories.join('; '), page ?? ''];
  const measured = rows.map(({ size, values }, index) => [
    ...(index === 0 ? first : [name, '', '']),
    size,
    ...headings.map((heading) => values[columns.indexOf(heading)] ?? ''),
  ]);
  return measured.length > 0 ? measured : [[...first, '', ...headings.map(() => '')]];
}

async function exportSizeGuides(file: string): Promise<void> {
  requireNewFile(file);
  const guides = await withStore(readSizeGuides);
  const headings = [...new Set(guides.flatMap(({ columns }) => columns))];
  const lines = [[...Object.values(guideColumns), ...headings], ...guides.flatMap((guide) => toRows(guide, headings))];
  writeFileSync(file, BYTE_ORDER_MARK + lines.map(formatCsvLine).join(''), { flag: 'wx' });
  print(guides.length, {}, (count) => `${green('Saved.')} ${formatCount(count, 'size guide')} in ${file}`);
}
