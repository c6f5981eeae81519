import type { Tx } from '#api/database/schema/engine.ts';

/** Withdraws a product from sale; its row stays for existing orders. Without its hash, a later import counts it as changed. */
export const withdrawProduct = (tx: Tx, id: number) =>
  tx.updateTable('product').set({ active: 0, import_hash: '' }).where('id', '=', id).execute();
