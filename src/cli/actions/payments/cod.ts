import { basename } from 'node:path';
import { type CodOrder, listLate, listWrong } from '#api/services/remittances/cod-lists.ts';
import { countStates, describeLine } from '#api/services/remittances/describe-match.ts';
import { matchRemittance } from '#api/services/remittances/match-remittance.ts';
import { readRemittance } from '#api/services/remittances/read-remittance.ts';
import { requireFile } from '#cli/arguments/file-paths.ts';
import { formatTable, type OutputOptions, print } from '#cli/output/print.ts';
import { userName } from '#cli/process/denied.ts';
import { changeStore, withStore } from '#cli/store/open-store.ts';
import type { codLists } from '#lib/contract/admin/cod.ts';

const states: Record<string, string> = {
  paid: 'paid in full',
  short: 'paid short',
  over: 'paid too much',
  double: 'paid twice',
  not_due: 'paid, although prepaid, cancelled or returned',
  unknown: 'unknown tracking number',
};

/** Matches a courier's remittance file with the orders of its parcels. */
export async function matchCodFile(file: string, flags: OutputOptions): Promise<void> {
  requireFile(file);
  const read = await readRemittance(file);
  const { added, lines } = await changeStore((tx) =>
    matchRemittance(tx, read, { fileName: basename(file), actor: `owner:${userName()}` }),
  );
  const result = {
    courier: read.courier,
    added,
    counts: countStates(lines),
    problems: read.problems,
    lines: lines.map(describeLine),
  };
  print(result, flags, () => {
    const wrong = result.lines.filter(({ state }) => state !== 'paid');
    const rows = wrong.map((line) => ({
      awb: line.awb,
      order: line.order_number ?? '',
      expected: line.expected ?? '',
      paid: line.amount,
      state: states[line.state] ?? line.state,
    }));
    return [
      `${read.courier || 'Remittance'}: ${lines.length} lines, ${added} of them new`,
      ...Object.entries(result.counts).map(([state, count]) => `  ${count} ${states[state]}`),
      ...read.problems,
      ...(rows.length > 0 ? ['', formatTable(rows, ['expected', 'paid'])] : []),
    ].join('\n');
  });
}

/** Lists orders whose cash a courier owes or has paid wrongly. */
export async function listCod(list: (typeof codLists)[number] | undefined, flags: OutputOptions): Promise<void> {
  const orders = await withStore(async (db) => {
    const all: CodOrder[] = [];
    for (let before: string | undefined, isMore = true; isMore; isMore = before !== undefined) {
      const page = await (list === undefined || list === 'late' ? listLate(db, before) : listWrong(db, list, before));
      all.push(...page.orders);
      before = page.next;
    }
    return all;
  });
  print(orders, flags, () =>
    formatTable(
      orders.map(({ order_number, courier, awb, at, expected, remitted }) => ({
        order_number,
        courier,
        awb,
        at,
        expected,
        remitted,
      })),
      ['expected', 'remitted'],
      'There is none.',
    ),
  );
}
