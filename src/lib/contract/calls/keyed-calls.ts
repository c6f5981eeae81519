import * as orders from '#lib/contract/programs/orders.ts';
import * as product from '#lib/contract/programs/product.ts';
import * as stock from '#lib/contract/programs/stock.ts';
import { listCalls } from './list-calls.ts';

/** Calls of the owner's programs, which send a key in place of the application key. The site never makes them. */
export const keyedCalls = listCalls(orders, stock, product);
