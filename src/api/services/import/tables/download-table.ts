import { createWriteStream } from 'node:fs';
import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { PictureRefused } from '#api/services/pictures/accepted-pictures.ts';
import { type FetchPictureOptions, type OpenedAddress, openAddress, unpackBody } from '#api/services/pictures/fetch-picture.ts';
import { NoCsv } from './detect-encoding.ts';
import { HOW_TO_PUBLISH, isGoogleSheet, toFileAddress } from './google-sheets.ts';
import { endsWithLineBreak } from './read-csv.ts';
import { isCsv } from './read-table.ts';

/** The largest file that is downloaded, in bytes, also unpacked. */
const MAX_TABLE_BYTES = 200 * 1024 ** 2;
/** Timeout of a download with its redirects, in milliseconds. */
const TABLE_TIMEOUT_MS = 120_000;

const TABLE_TYPES = 'text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet,application/zip,*/*;q=0.5';

export interface DownloadTableOptions extends FetchPictureOptions {
  /** In milliseconds. */
  timeout?: number;
}

/** The name of a downloaded file, for messages. */
function fileName({ pathname }: URL, isSheet: boolean): string {
  const last =
    pathname
      .split('/')
      .at(-1)
      ?.replace(/[^\p{L}\p{M}\p{N}._-]/gu, '')
      .replace(/^\.+/, '') ?? '';
  return isSheet ? 'google-sheet' : last.slice(-60) || 'table';
}

/** Says why a reply has no table, and what to do; undefined when it may have one. */
function findProblem({ url, response }: OpenedAddress, isSheet: boolean): string | undefined {
  const status = response.statusCode ?? 0;
  const share = isSheet
    ? HOW_TO_PUBLISH
    : 'make the file readable for everyone who has its address, or download it and import the file';
  if (url.hostname === 'accounts.google.com' || status === 401 || status === 403)
    return `can be read after a sign-in only: ${share}`;
  if (status === 404 || status === 410)
    return `does not exist: ${isSheet ? `copy the address of the sheet again, or ${HOW_TO_PUBLISH}` : 'check the address'}`;
  if (status === 429 || status === 503)
    return 'was asked for too often for now: try again in a few minutes, or download it and import the file';
  if (status !== 200) return `could not be read (status ${status}): try again later, or download it and import the file`;
  if (/^text\/html\b|^application\/xhtml/i.test(response.headers['content-type'] ?? ''))
    return `is a web page, not a table: ${isSheet ? HOW_TO_PUBLISH : 'give the address of the CSV or xlsx file itself, or download it and import the file'}`;
  return undefined;
}

/** Ends with an error when the body has too many bytes. */
async function* limitBody(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let size = 0;
  for await (const chunk of chunks) {
    size += chunk.length;
    if (size > MAX_TABLE_BYTES) throw new NoCsv(`is larger than ${MAX_TABLE_BYTES / 1024 ** 2} MB: import it in parts`);
    yield chunk;
  }
}

/**
 * Downloads the table at a web address into `folder`: a Google Sheet that is shared or published, or any file. Only public IP addresses are
 * connected to, also on redirects. Returns its path. Throws `NoCsv`, whose message continues a sentence that starts with the address.
 */
export async function downloadTable(
  address: string,
  folder: string,
  { timeout = TABLE_TIMEOUT_MS, ...network }: DownloadTableOptions = {},
): Promise<string> {
  const source = URL.parse(address);
  if (!source) throw new NoCsv('is not a web address');
  const isSheet = isGoogleSheet(source);
  const signal = AbortSignal.timeout(timeout);
  try {
    const opened = await openAddress(toFileAddress(source).href, { accept: TABLE_TYPES, signal }, network);
    try {
      const problem = findProblem(opened, isSheet);
      if (problem !== undefined) throw new NoCsv(problem);
      if (source.protocol === 'https:' && opened.url.protocol !== 'https:')
        throw new NoCsv('leads to an address without https: download it and import the file');
      const path = join(folder, fileName(source, isSheet));
      await pipeline(limitBody(unpackBody(opened.response)), createWriteStream(path, { mode: 0o600 }), { signal });
      // Google Sheets ends no file with a line break. A download that was cut off has failed above, so this one is whole.
      if ((await isCsv(path)) && !(await endsWithLineBreak(path))) await appendFile(path, '\n');
      return path;
    } finally {
      opened.response.destroy();
    }
  } catch (error) {
    if (error instanceof NoCsv) throw error;
    if (error instanceof PictureRefused) throw new NoCsv(`${error.message}: download it and import the file`);
    if (signal.aborted)
      throw new NoCsv(`took longer than ${timeout / 1000} seconds: try again, or download it and import the file`);
    if (error instanceof Error && 'syscall' in error && 'path' in error) throw error;
    const reason = error instanceof Error && 'code' in error ? error.code : error;
    throw new NoCsv(`could not be read (${reason}): check the address and the connection of this machine`);
  }
}
