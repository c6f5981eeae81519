import { programOrderCall, programOrderStatusCall, programOrdersCall } from '#lib/contract/programs/orders.ts';
import { programProductCall } from '#lib/contract/programs/product.ts';
import { programStockCall } from '#lib/contract/programs/stock.ts';

/** Calls of the owner's programs, which send a key in place of the application key. The site never makes them. */
export const keyedCalls = [
  programOrdersCall,
  programOrderCall,
  programOrderStatusCall,
  programStockCall,
  programProductCall,
] as const;
