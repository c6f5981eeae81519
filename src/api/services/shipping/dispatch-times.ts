import type { Db, Tx } from '#api/database/schema/engine.ts';
import { alwaysOpen, type DispatchTimes } from '#lib/rules/shipping/delivery-date.ts';

/** Reads when the shop hands parcels to the courier; always, unless the owner has set it. */
export async function readDispatchTimes(db: Db): Promise<DispatchTimes> {
  const row = await db.selectFrom('dispatch_time').selectAll().executeTakeFirst();
  if (!row) return alwaysOpen;
  return {
    cutOffHour: row.cut_off_hour,
    closedWeekdays: JSON.parse(row.closed_weekdays) as number[],
    closedDates: JSON.parse(row.closed_dates) as string[],
  };
}

/** Changes the given times and keeps the others. */
export async function setDispatchTimes(tx: Tx, changes: Partial<DispatchTimes>): Promise<void> {
  const { cutOffHour, closedWeekdays, closedDates } = { ...(await readDispatchTimes(tx)), ...changes };
  const row = {
    cut_off_hour: cutOffHour,
    closed_weekdays: JSON.stringify(closedWeekdays),
    closed_dates: JSON.stringify(closedDates),
  };
  await tx
    .insertInto('dispatch_time')
    .values({ id: 1, ...row })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
    .execute();
}
