import { write } from '#api/database/transaction.ts';
import type { AdminHandlers } from '#api/handlers/call-context.ts';
import { recordAudit } from '#api/services/audit.ts';
import { refuseField } from '#api/services/refusal.ts';
import {
  listLate,
  listRemittances,
  listUnknown,
  listWrong,
  REMITTANCE_DAYS,
  SUM_DAYS,
  sumCod,
} from '#api/services/remittances/cod-lists.ts';
import { countStates, describeLine, toSignedRupees } from '#api/services/remittances/describe-match.ts';
import { matchRemittance } from '#api/services/remittances/match-remittance.ts';
import { NoRemittance, readRemittance } from '#api/services/remittances/read-remittance.ts';
import { staffActor } from '#api/services/staff/staff-sessions.ts';
import { withTemporaryFile } from '#api/services/temporary-file.ts';
import { MAX_SHOWN_LINES } from '#lib/contract/admin/cod.ts';

export const codAdminHandlers = {
  adminCod: async ({ db, params: { list, before } }) => {
    const { orders, next } = list === 'late' ? await listLate(db, before) : await listWrong(db, list, before);
    const files = await listRemittances(db);
    return {
      sums: { days: SUM_DAYS, ...(await sumCod(db)) },
      late_after: REMITTANCE_DAYS,
      orders,
      ...(next && { next }),
      unknown: await listUnknown(db),
      files: files.map(({ file_name, courier, read_at, lines, amount }) => ({
        ...{ file_name, courier, read_at, lines: Number(lines), amount: toSignedRupees(Number(amount)) },
      })),
    };
  },

  adminCodMatch: async ({ db, staff, body: { file_name: fileName, file: base64 } }) => {
    const actor = staffActor(staff);
    const file = await withTemporaryFile(Buffer.from(base64, 'base64'), (path) => readRemittance(path, fileName)).catch(
      (error: unknown) => {
        throw error instanceof NoRemittance ? refuseField('file', error.message) : error;
      },
    );
    const { added, lines } = await write(db, async (tx) => {
      const matched = await matchRemittance(tx, file, { fileName, actor });
      if (matched.added > 0) await recordAudit(tx, { actor, action: 'cod match', detail: { lines: matched.added } });
      return matched;
    });
    // What needs attention first.
    const shown = lines.toSorted((a, b) => Number(a.state === 'paid') - Number(b.state === 'paid')).slice(0, MAX_SHOWN_LINES);
    return {
      courier: file.courier,
      added,
      counts: countStates(lines),
      problems: file.problems.slice(0, 20),
      lines: shown.map(describeLine),
    };
  },
} satisfies Partial<AdminHandlers>;
