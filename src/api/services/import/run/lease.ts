import { randomUUID } from 'node:crypto';
import type { Selectable } from 'kysely';
import { isProcessAlive, processScope, readProcessStart } from '#api/database/files/process-alive.ts';
import { lockRows, takeAdvisoryLock } from '#api/database/locks.ts';
import type { Db, Tx } from '#api/database/schema/engine.ts';
import type { ImportRunTable } from '#api/database/schema/import.ts';
import { write } from '#api/database/transaction.ts';
import { indianTime } from '#lib/rules/dates.ts';
import { isoNow, MINUTE_MS } from '#lib/rules/durations.ts';

/** How long a lease lasts without renewal; after that the run is abandoned. */
const LEASE_MS = MINUTE_MS;
const RENEW_INTERVAL_MS = 10_000;

export type ImportRun = Selectable<ImportRunTable>;

/** Owner tokens of this process's runs. */
const ownTokens = new Set<string>();

/** Another import is running. */
class ImportInProgress extends Error {
  readonly run: ImportRun;

  constructor(run: ImportRun) {
    super(`An import is running (${describeRun(run)}). Wait for it to finish.`);
    this.run = run;
  }
}

/** Another process has taken over this import after its lease expired. */
class ImportLeaseLost extends Error {
  constructor() {
    super('Another process has taken over this import, because this one did not respond for a minute.');
  }
}

const clock = new Intl.DateTimeFormat('en-GB', { ...indianTime, hour: '2-digit', minute: '2-digit' });

/** Describes a run: "started 12:03, 40 % done", in Indian time. */
function describeRun({ started_at, state, done, total }: ImportRun): string {
  const progress = state === 'applying' && total > 0 ? `${Math.floor((done / total) * 100)} % done` : 'reading the file';
  return `started ${clock.format(new Date(started_at))}, ${progress}`;
}

/** A process that started later than this after a lease was renewed has only got the owner's number, in milliseconds. */
const START_TOLERANCE_MS = 5000;

/** Whether the process that owns a run is alive. On another machine that is unknown, and only the lease counts. */
function isOwnerAlive({ host, pid, owner, seen_at }: ImportRun): boolean {
  if (host !== processScope) return true;
  if (pid === process.pid) return ownTokens.has(owner);
  if (!isProcessAlive(pid)) return false;
  const startedAt = readProcessStart(pid);
  return startedAt === undefined || startedAt < Date.parse(seen_at) + START_TOLERANCE_MS;
}

const isAbandoned = (run: ImportRun): boolean => Date.now() - Date.parse(run.seen_at) > LEASE_MS || !isOwnerAlive(run);

/** The running or interrupted import; undefined when there is none. */
export const readRun = (db: Db): Promise<ImportRun | undefined> => db.selectFrom('import_run').selectAll().executeTakeFirst();

async function lockRun(tx: Tx): Promise<ImportRun | undefined> {
  await takeAdvisoryLock(tx, 'import');
  return lockRows(tx, tx.selectFrom('import_run').selectAll()).executeTakeFirst();
}

const newClaim = () => ({ owner: randomUUID(), host: processScope, pid: process.pid, seen_at: isoNow() });

/** Starts an import and returns its owner token. Throws `ImportInProgress` when there is another, even an interrupted one. */
export async function claimRun(db: Db): Promise<string> {
  const claim = newClaim();
  await write(db, async (tx) => {
    const other = await lockRun(tx);
    if (other) throw new ImportInProgress(other);
    const run = { id: 1, state: 'reading', ...claim, started_at: claim.seen_at, done: 0, total: 0, plan: '' } as const;
    await tx.insertInto('import_run').values(run).execute();
  });
  ownTokens.add(claim.owner);
  return claim.owner;
}

/** Takes over an abandoned run. Returns it with its new owner; undefined when there is none. */
export async function takeOverRun(db: Db): Promise<ImportRun | undefined> {
  const seen = await readRun(db);
  if (!seen || !isAbandoned(seen)) return undefined;
  const claim = newClaim();
  const taken = await write(db, async (tx) => {
    const run = await lockRun(tx);
    if (!run || run.owner !== seen.owner || !isAbandoned(run)) return undefined;
    await tx.updateTable('import_run').set(claim).execute();
    return { ...run, ...claim };
  });
  if (taken) ownTokens.add(claim.owner);
  return taken;
}

/** Ends this process's ownership of a run. A row that was not deleted then counts as abandoned. */
export const releaseRun = (owner: string): void => void ownTokens.delete(owner);

/** Renews the lease and writes progress, in the caller's transaction. Throws `ImportLeaseLost`. */
export async function renewLease(tx: Tx, owner: string, progress: Partial<Omit<ImportRun, 'id'>> = {}): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('import_run')
    .set({ ...progress, seen_at: isoNow() })
    .where('owner', '=', owner)
    .executeTakeFirst();
  if (Number(numUpdatedRows) === 0) throw new ImportLeaseLost();
}

/** Renews the lease periodically, during work without writes. Returns a function that stops it. */
export function startLeaseRenewal(db: Db, owner: string): () => void {
  const timer = setInterval(() => {
    // The import's next write reports a lost lease.
    write(db, (tx) => renewLease(tx, owner)).catch(() => undefined);
  }, RENEW_INTERVAL_MS);
  timer.unref();
  return () => clearInterval(timer);
}
