import type { RowError } from '#api/services/import/read/imported-product.ts';
import { readCsv, unescapeFormula } from '#api/services/import/tables/read-csv.ts';
import type { GivenRedirect } from '#api/services/redirects/redirects.ts';
import { MAX_REDIRECTS } from '#lib/contract/limits.ts';

/** Names of the columns in lower case: those of Shopify's export of URL redirects and of WordPress plugins, and plain ones. */
const fromNames: readonly string[] = ['redirect from', 'from', 'source', 'source url', 'old', 'old url', 'old address'];
const toNames: readonly string[] = ['redirect to', 'to', 'target', 'target url', 'new', 'new url', 'new address'];

export interface RedirectOfFile extends GivenRedirect {
  line: number;
}

/** Where the columns are; `isData` if the first row is a redirect and no header. */
function findColumns(cells: readonly string[]): { from: number; to: number; isData: boolean } | undefined {
  const names = cells.map((cell) => cell.replace('\ufeff', '').trim().toLowerCase());
  const [from, to] = [names.findIndex((name) => fromNames.includes(name)), names.findIndex((name) => toNames.includes(name))];
  if (from >= 0 && to >= 0) return { from, to, isData: false };
  return names.filter(Boolean).length === 2 ? { from: 0, to: 1, isData: /^(?:\/|https?:)/.test(names[0] ?? '') } : undefined;
}

/** Reads a file of redirects with a column of old and one of new addresses. Throws `MalformedCsv` and `NoCsv`. */
export async function readRedirectFile(file: string): Promise<{ redirects: RedirectOfFile[]; errors: RowError[] }> {
  const redirects: RedirectOfFile[] = [];
  let columns: ReturnType<typeof findColumns>;
  for await (const { line, cells } of readCsv(file)) {
    if (!columns) {
      columns = findColumns(cells);
      const reason = 'must be among the columns: the file needs the columns "Redirect from" and "Redirect to", or just two';
      if (!columns) return { redirects: [], errors: [{ line, column: 'Redirect from', reason }] };
      if (!columns.isData) continue;
    }
    const [from = '', to = ''] = [cells[columns.from], cells[columns.to]].map((cell) => unescapeFormula(cell ?? '').trim());
    if (from === '' && to === '') continue;
    redirects.push({ line, from: from.replace('\ufeff', ''), to });
    if (redirects.length > MAX_REDIRECTS)
      return { redirects: [], errors: [{ line, column: 'row', reason: `is one of more than ${MAX_REDIRECTS} redirects` }] };
  }
  return { redirects, errors: columns ? [] : [{ line: 1, column: 'Redirect from', reason: 'is missing: the file is empty' }] };
}
