import type { APIContext } from 'astro';
import { getStoreInfo, type StoreInfo } from '#lib/contract/store.ts';
import { completeStoreInfo } from '#lib/rules/store-info.ts';
import { allowCaptcha, hashOf } from './csp.ts';
import { countsScript, picturesScript, savedStateScript } from './early/scripts.ts';
import { pictureDirective } from './picture-origins.ts';
import { needStore } from './store.ts';
import { themeStyle } from './theme-style.ts';

const open = new WeakMap<Request, Promise<StoreInfo>>();

/**
 * The store's settings and categories, asked for once however many parts of a page want them. Every page calls this before it wears
 * the layout: the content security policy may leave before the layout is drawn, so what the layout writes inline is announced here.
 */
export function openShop(page: Pick<APIContext, 'request' | 'csp'>): Promise<StoreInfo> {
  const store = open.get(page.request) ?? announce(page);
  open.set(page.request, store);
  return store;
}

async function announce({ csp }: Pick<APIContext, 'csp'>): Promise<StoreInfo> {
  const storeinfo = completeStoreInfo((await needStore(getStoreInfo)).storeinfo);
  csp?.insertStyleHash(hashOf(themeStyle(storeinfo)));
  csp?.insertScriptHash(hashOf(savedStateScript));
  csp?.insertScriptHash(hashOf(countsScript));
  csp?.insertScriptHash(hashOf(picturesScript));
  if (csp && storeinfo.captcha) allowCaptcha(csp, storeinfo.captcha);
  const pictures = pictureDirective(storeinfo.picture_origins);
  if (pictures) csp?.insertDirective(pictures as `img-src ${string}`);
  return storeinfo;
}
