import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** What the global setup prepares while tests of other projects already run; written to a file when it is done. */
interface Preparation {
  /** Path of the browser's executable. */
  chromiumPath: string;
}

const POLL_MS = 100;

/** Runs `prepare` and writes its result or its error to `file`. Never rejects: the files that need it fail with the error. */
export async function writePrepared(file: string, prepare: () => Promise<Preparation>): Promise<void> {
  const result = await prepare().catch((error: unknown) => ({ error: error instanceof Error ? error.stack : String(error) }));
  writeFileSync(`${file}.part`, JSON.stringify(result));
  renameSync(`${file}.part`, file);
}

let prepared: Preparation | undefined;

/** Waits until the shops, the pages and the browser are there. Throws the error of the preparation. */
export async function waitUntilPrepared(file: string): Promise<Preparation> {
  if (prepared) return prepared;
  while (!existsSync(file)) await sleep(POLL_MS);
  const result = JSON.parse(readFileSync(file, 'utf8')) as Preparation | { error: string };
  if ('error' in result) throw new Error(`The end-to-end tests could not be prepared: ${result.error}`);
  prepared = result;
  return result;
}
