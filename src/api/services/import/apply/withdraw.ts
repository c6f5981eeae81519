import type { Tx } from '#api/database/schema/engine.ts';

/** Takes a product from sale; its orders keep it. Should the file offer it again, it counts as changed. */
export const withdrawProduct = (tx: Tx, id: number) =>
  tx.updateTable('product').set({ active: 0, import_hash: '' }).where('id', '=', id).execute();
