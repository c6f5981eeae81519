import { getStoreInfo, type StoreInfo } from '../contract/store.ts';
import { needStore } from './store.ts';

const asked = new WeakMap<Request, Promise<StoreInfo>>();

/** The store's settings and categories, asked for once however many parts of a page want them. */
export function storeInfoFor(request: Request): Promise<StoreInfo> {
  const answer = asked.get(request) ?? needStore(getStoreInfo).then((reply) => reply.storeinfo);
  asked.set(request, answer);
  return answer;
}
