import type { Selectable } from 'kysely';
import { takeAdvisoryLock } from '#api/database/locks.ts';
import type { HealthWarningTable } from '#api/database/schema/alerts.ts';
import type { Db, Tx } from '#api/database/schema/engine.ts';
import { HEALTH_WARNING_RETENTION_DAYS } from '#api/services/retention.ts';
import { DAY_MS, isoAgo, isoNow } from '#lib/rules/durations.ts';
import type { Finding } from './finding.ts';

type Warning = Selectable<HealthWarningTable>;

/** A warning has ended when this many checks in a row have not found it. */
const CHECKS_TO_END = 2;

/** One that comes back within a day of its end is told when this many checks in a row have found it, so that one that comes and goes is not told again and again. */
const CHECKS_TO_RETURN = 3;

/** What makes two findings the same warning: the text without what follows a colon or a bracket, and without numbers. */
const identify = ({ check, finding }: Finding): string =>
  `${check}: ${finding.replace(/[:(].*$/s, '').replaceAll(/[\d,.]*\d/g, '#')}`.slice(0, 300);

export interface HealthNews {
  began: Warning[];
  ended: Warning[];
}

function renew(before: Warning | undefined, finding: Finding): Warning {
  const { check: subject, finding: text, fix = '' } = finding;
  const severity = finding.state === 'bad' ? 'bad' : 'note';
  const told = { warning: identify(finding), subject, severity, finding: text, fix } as const;
  if (!before) return { ...told, began_at: isoNow(), seen: 1, missed: 0, mailed: 1, ended_at: null };
  if (before.ended_at === null) {
    const seen = before.seen + 1;
    return { ...before, ...told, seen, missed: 0, mailed: before.mailed || seen >= CHECKS_TO_RETURN ? 1 : 0 };
  }
  const isNew = before.ended_at < isoAgo(DAY_MS);
  return { ...told, began_at: isoNow(), seen: 1, missed: 0, mailed: isNew ? 1 : 0, ended_at: null };
}

async function save(tx: Tx, { warning, ...values }: Warning): Promise<void> {
  await tx
    .insertInto('health_warning')
    .values({ warning, ...values })
    .onConflict((conflict) => conflict.column('warning').doUpdateSet(values))
    .execute();
}

/** Records what a check has found. Returns what the owner is to be told: each warning once when it begins and once when it ends. */
export async function recordFindings(tx: Tx, findings: readonly Finding[]): Promise<HealthNews> {
  await takeAdvisoryLock(tx, 'health');
  const known = new Map((await tx.selectFrom('health_warning').selectAll().execute()).map((row) => [row.warning, row]));
  const news: HealthNews = { began: [], ended: [] };
  const found = new Map(findings.filter(({ state }) => state !== 'good').map((finding) => [identify(finding), finding]));
  for (const [warning, finding] of found) {
    const before = known.get(warning);
    const after = renew(before, finding);
    const wasTold = before?.ended_at === null && before.mailed === 1;
    if (after.mailed === 1 && !wasTold) news.began.push(after);
    await save(tx, after);
  }
  for (const before of known.values()) {
    if (before.ended_at !== null || found.has(before.warning)) continue;
    const missed = before.missed + 1;
    const after = { ...before, seen: 0, missed, ended_at: missed >= CHECKS_TO_END ? isoNow() : null };
    if (after.ended_at && after.mailed === 1) news.ended.push(after);
    await save(tx, after);
  }
  await tx
    .deleteFrom('health_warning')
    .where('ended_at', '<', isoAgo(HEALTH_WARNING_RETENTION_DAYS * DAY_MS))
    .execute();
  return news;
}

/** What the last check warned of, the worst and the oldest first. */
export async function listWarnings(db: Db) {
  return db
    .selectFrom('health_warning')
    .select(['severity', 'subject', 'finding', 'fix', 'began_at'])
    .where('ended_at', 'is', null)
    .where('missed', '=', 0)
    .orderBy('severity')
    .orderBy('began_at')
    .orderBy('warning')
    .execute();
}
