import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type { Selectable } from 'kysely';
import { isProcessAlive } from '#api/database/files/process-alive.ts';
import { lockRows, takeAdvisoryLock } from '#api/database/locks.ts';
import type { Db, Tx } from '#api/database/schema/engine.ts';
import type { ImportRunTable } from '#api/database/schema/tables.ts';
import { write } from '#api/database/transaction.ts';

/** A run whose owner has not renewed its lease for so long is abandoned, in milliseconds. */
export const LEASE_MS = 60_000;
const RENEW_MS = 10_000;

export type ImportRun = Selectable<ImportRunTable>;

/** Tokens of the runs that this process works on. */
const held = new Set<string>();

/** Another import is running. */
export class ImportInProgress extends Error {
  readonly run: ImportRun;

  constructor(run: ImportRun) {
    super(`An import is running (${describeRun(run)}). Wait for it to finish.`);
    this.run = run;
  }
}

/** Another process has taken this import over, after its lease ran out. */
export class ImportLeaseLost extends Error {
  constructor() {
    super('Another process has taken this import over, because this one did not respond for a minute.');
  }
}

const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone: 'Asia/Kolkata' });

/** "started 12:03, 40 % done", in Indian time. */
export function describeRun({ started_at, state, done, total }: ImportRun): string {
  const progress = state === 'applying' && total > 0 ? `${Math.floor((done / total) * 100)} % done` : 'reading the file';
  return `started ${clock.format(new Date(started_at))}, ${progress}`;
}

/** Whether the process that owns a run is there; only its lease tells of one on another machine. */
function ownerRuns({ host, pid, owner }: ImportRun): boolean {
  if (host !== hostname()) return true;
  if (pid === process.pid) return held.has(owner);
  return isProcessAlive(pid);
}

const isAbandoned = (run: ImportRun): boolean => Date.now() - Date.parse(run.seen_at) > LEASE_MS || !ownerRuns(run);

/** The import that is running or was interrupted; undefined when there is none. */
export const readRun = (db: Db): Promise<ImportRun | undefined> => db.selectFrom('import_run').selectAll().executeTakeFirst();

async function lockRun(tx: Tx): Promise<ImportRun | undefined> {
  await takeAdvisoryLock(tx, 'import');
  return lockRows(tx, tx.selectFrom('import_run').selectAll()).executeTakeFirst();
}

const mine = () => ({ owner: randomUUID(), host: hostname(), pid: process.pid, seen_at: new Date().toISOString() });

/** Begins an import; returns its token. Throws `ImportRunning` while there is another, be it interrupted. */
export async function claimRun(db: Db): Promise<string> {
  const me = mine();
  await write(db, async (tx) => {
    const other = await lockRun(tx);
    if (other) throw new ImportInProgress(other);
    const run = { id: 1, state: 'reading', ...me, started_at: me.seen_at, done: 0, total: 0, plan: '' } as const;
    await tx.insertInto('import_run').values(run).execute();
  });
  held.add(me.owner);
  return me.owner;
}

/** Takes over the run that another process left unfinished. Returns it with its new owner; undefined when there is none. */
export async function takeOverRun(db: Db): Promise<ImportRun | undefined> {
  const seen = await readRun(db);
  if (!seen || !isAbandoned(seen)) return undefined;
  const me = mine();
  const taken = await write(db, async (tx) => {
    const run = await lockRun(tx);
    if (!run || run.owner !== seen.owner || !isAbandoned(run)) return undefined;
    await tx.updateTable('import_run').set(me).execute();
    return { ...run, ...me };
  });
  if (taken) held.add(me.owner);
  return taken;
}

/** Forgets that this process works on a run. Its row stays unless it was removed. */
export const releaseRun = (owner: string): void => void held.delete(owner);

/** Renews the lease and writes progress, in the transaction of the work itself. Throws `ImportTakenOver`. */
export async function renewLease(tx: Tx, owner: string, progress: Partial<Omit<ImportRun, 'id'>> = {}): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('import_run')
    .set({ ...progress, seen_at: new Date().toISOString() })
    .where('owner', '=', owner)
    .executeTakeFirst();
  if (Number(numUpdatedRows) === 0) throw new ImportLeaseLost();
}

/** Renews the lease now and then, for work that writes nothing. Returns how to end it. */
export function startLeaseRenewal(db: Db, owner: string): () => void {
  const timer = setInterval(() => {
    // A failure is noticed by the next write of the import itself.
    write(db, (tx) => renewLease(tx, owner)).catch(() => undefined);
  }, RENEW_MS);
  timer.unref();
  return () => clearInterval(timer);
}
