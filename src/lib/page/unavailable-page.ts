import { t } from '#lib/contract/text/t.ts';
import { escapeHtml, noIndex, redirectMeta, renderHtml } from '#lib/rules/html-document.ts';

/** After how many seconds a crawler may ask again. */
const RETRY_AFTER_S = 120;

/**
 * A page that cannot be shown because the store is slow or fails: 503, so that search engines keep the address, with HTML that leads a
 * browser on to the page at `path`.
 */
export const respondUnavailable = (path: string): Response =>
  new Response(
    renderHtml({
      title: t('Not available'),
      head: noIndex + redirectMeta(path),
      body: `<p>${escapeHtml(t('This page is not available at the moment.'))} <a href="${path}">${escapeHtml(t('Continue'))}</a></p>`,
    }),
    {
      status: 503,
      headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store', 'retry-after': String(RETRY_AFTER_S) },
    },
  );
