import type { APIContext } from 'astro';
import { type StoreInfo, storeInfoCall } from '#lib/contract/store.ts';
import { buildPictureDirective } from '#lib/page/csp/picture-origins.ts';
import { allowCaptcha, hashForCsp } from '#lib/page/csp/policy.ts';
import { authGuardScript, headerBadgesScript, lazyImagesScript } from '#lib/page/inline-scripts/scripts.ts';
import { buildThemeStyle } from '#lib/page/theme/style.ts';
import { completeStoreInfo } from '#lib/rules/store-info.ts';
import { callStoreOrThrow } from './client.ts';

const storeInfoByRequest = new WeakMap<Request, Promise<StoreInfo>>();

/**
 * Loads settings and categories, once per request. Every page calls it before its layout: Astro may send the content security policy
 * before the layout renders, so the hashes of the layout's inline code are registered here.
 */
export function loadStoreInfo(page: Pick<APIContext, 'request' | 'csp'>): Promise<StoreInfo> {
  const store = storeInfoByRequest.get(page.request) ?? loadAndSetCsp(page);
  storeInfoByRequest.set(page.request, store);
  return store;
}

async function loadAndSetCsp({ csp }: Pick<APIContext, 'csp'>): Promise<StoreInfo> {
  const storeinfo = completeStoreInfo((await callStoreOrThrow(storeInfoCall)).storeinfo);
  csp?.insertStyleHash(hashForCsp(buildThemeStyle(storeinfo)));
  csp?.insertScriptHash(hashForCsp(authGuardScript));
  csp?.insertScriptHash(hashForCsp(headerBadgesScript));
  csp?.insertScriptHash(hashForCsp(lazyImagesScript));
  if (csp && storeinfo.captcha) allowCaptcha(csp, storeinfo.captcha);
  const pictures = buildPictureDirective(storeinfo.picture_origins);
  if (pictures) csp?.insertDirective(pictures as `img-src ${string}`);
  return storeinfo;
}
