import type { Generated } from 'kysely';

/** What a member of staff did to orders in one go. */
export interface StaffActionTable {
  id: Generated<number>;
  staff_id: number;
  /** The kind of its changes (see `StagedChange`). */
  kind: string;
  /** Of the form that was sent, so that sending it again does nothing; null without one. */
  form_id: string | null;
  made_at: string;
  /** Until then it can be undone. */
  due_at: string;
  /** JSON: `ActionResult[]`. */
  results: string;
}

/** A change of an order that staff can still undo. It is applied when it is due. */
export interface StagedChangeTable {
  order_id: number;
  action_id: number;
  kind: string;
  /** The status that the order gets; null for the mark "packed". */
  status: string | null;
  /** JSON: `StagedChange`. */
  change: string;
  due_at: string;
}
