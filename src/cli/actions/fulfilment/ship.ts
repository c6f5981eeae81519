import type { Db } from '#api/database/schema/engine.ts';
import { write } from '#api/database/transaction.ts';
import { StatusTransitionError } from '#api/services/orders/apply-status.ts';
import { dispatchPlanned, planShippingOfOwner } from '#api/services/orders/parcels/apply-shipping.ts';
import { readAwbFile } from '#api/services/orders/parcels/read-awb-list.ts';
import { Refusal } from '#api/services/refusal.ts';
import { requireFile } from '#cli/arguments/file-paths.ts';
import { formatCount, formatTable, type OutputOptions, print } from '#cli/output/print.ts';
import { CommandFailed, commandContext } from '#cli/process/command.ts';
import { withStore } from '#cli/store/open-store.ts';
import type { AwbLine } from '#lib/contract/admin/fulfilment.ts';

interface ShipFlags extends OutputOptions {
  from: string;
  courier?: string;
  dryRun?: boolean;
}

function describeLines(lines: readonly AwbLine[], isDryRun: boolean): string {
  const table = formatTable(
    lines.map(({ line, order_number, awb, courier, result, message }) => ({
      line: String(line),
      order: order_number ?? '',
      AWB: awb,
      courier: courier ?? '',
      result: result === 'refused' ? `Refused: ${message}` : message,
    })),
    ['line'],
  );
  const refused = lines.filter(({ result }) => result === 'refused').length;
  const shipped = new Set(lines.flatMap(({ result, order_number }) => (result === 'ship' ? [order_number] : []))).size;
  const done = `${formatCount(shipped, 'order')} ${isDryRun ? 'would be dispatched' : 'dispatched'}`;
  return `${table}\n\n${done}${refused > 0 ? `, ${formatCount(refused, 'line')} refused` : ''}.`;
}

/** Applies a list order by order, so that one that is refused keeps no other back. */
async function ship(db: Db, { from, courier, dryRun = false }: ShipFlags): Promise<AwbLine[]> {
  const list = await readAwbFile(from).catch((error: unknown) => {
    throw error instanceof Refusal ? new CommandFailed(`${from}: ${error.message}`) : error;
  });
  const { lines, orders } = await planShippingOfOwner(db, list, { courier });
  if (dryRun) return lines;
  const refused = new Map<string, string>();
  for (const order of orders) {
    try {
      await write(db, (tx) => dispatchPlanned(tx, order));
    } catch (error) {
      if (!(error instanceof StatusTransitionError || error instanceof Refusal)) throw error;
      refused.set(order.order_number, error.message);
    }
  }
  return lines.map((line): AwbLine => {
    const message = refused.get(line.order_number ?? '');
    return message === undefined ? line : { ...line, result: 'refused', message };
  });
}

export async function shipFromFile(flags: ShipFlags): Promise<void> {
  requireFile(flags.from);
  const lines = await withStore((db) => ship(db, flags));
  print(lines, flags, () => describeLines(lines, flags.dryRun ?? false));
  if (lines.some(({ result }) => result === 'refused')) commandContext().exitCode = 1;
}
