import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { write } from '#api/database/transaction.ts';
import { type AdminHandlers, requireStaff } from '#api/handlers/call-context.ts';
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
import { NoRemittance, type RemittanceFile, readRemittance } from '#api/services/remittances/read-remittance.ts';
import { staffActor } from '#api/services/staff/staff-sessions.ts';
import { type codAdminCalls, MAX_SHOWN_LINES } from '#lib/contract/admin/cod.ts';

/** Reads a file that was sent. Throws a `Refusal` (422) for one that is no remittance. */
async function readSent(fileName: string, base64: string): Promise<RemittanceFile> {
  const folder = await mkdtemp(join(tmpdir(), 'remittance-'));
  try {
    const path = join(folder, 'file');
    await writeFile(path, Buffer.from(base64, 'base64'), { mode: 0o600 });
    return await readRemittance(path, fileName);
  } catch (error) {
    throw error instanceof NoRemittance ? refuseField('file', error.message) : error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

export const codAdminHandlers: AdminHandlers<typeof codAdminCalls> = {
  adminCod: async ({ context: { db }, params: { list, before } }) => {
    const { orders, next } = list === 'late' ? await listLate(db, before) : await listWrong(db, list, before);
    const files = await listRemittances(db);
    const data = {
      sums: { days: SUM_DAYS, ...(await sumCod(db)) },
      late_after: REMITTANCE_DAYS,
      orders,
      ...(next && { next }),
      unknown: await listUnknown(db),
      files: files.map(({ file_name, courier, read_at, lines, amount }) => ({
        file_name,
        courier,
        read_at,
        lines: Number(lines),
        amount: toSignedRupees(Number(amount)),
      })),
    };
    return { success: true, data };
  },

  adminCodMatch: async (request) => {
    const { context, body } = request;
    const actor = staffActor(requireStaff(request));
    const file = await readSent(body.file_name, body.file);
    const { added, lines } = await write(context.db, async (tx) => {
      const matched = await matchRemittance(tx, file, { fileName: body.file_name, actor });
      if (matched.added > 0) await recordAudit(tx, { actor, action: 'cod match', detail: { lines: matched.added } });
      return matched;
    });
    // What needs attention first.
    const shown = lines.toSorted((a, b) => Number(a.state === 'paid') - Number(b.state === 'paid')).slice(0, MAX_SHOWN_LINES);
    const data = {
      courier: file.courier,
      added,
      counts: countStates(lines),
      problems: file.problems.slice(0, 20),
      lines: shown.map(describeLine),
    };
    return { success: true, data };
  },
};
