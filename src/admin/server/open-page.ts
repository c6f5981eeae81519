import type { AstroGlobal } from 'astro';
import { signInAddress } from '#admin/addresses.ts';
import { adminRoutes } from '#admin/routes.ts';
import { ADMIN_BASE } from '#lib/contract/admin/admin-path.ts';
import { adminSelfCall } from '#lib/contract/admin/staff.ts';
import { toAdminPolicy } from '#lib/page/csp/admin-policy.ts';
import { AdminPage, type SignedInStaff, showNothing, showRefusedForm } from './admin-page.ts';
import { AdminCallRefused, callAdmin } from './call-admin.ts';
import { hasCsrfToken } from './csrf.ts';
import { type RefusedForm, refusedForms } from './refused-forms.ts';
import { keepForm, readResumedForm, toResumeRequest } from './resumed-form.ts';
import { clearSessionCookie, readFormSecret, readSessionCookie } from './session-cookie.ts';

const plain = { 'content-type': 'text/plain; charset=utf-8' };

/** Refuses a form: with a page that leads back to it, or as text for a program. */
async function refuse(astro: AstroGlobal, why: RefusedForm): Promise<Response> {
  const { request, url } = astro;
  const { status, text } = refusedForms[why];
  if (request.headers.get('accept')?.includes('text/html')) return showRefusedForm(astro, why, url.pathname + url.search);
  return new Response(`${text}\n`, { status, headers: plain });
}

/** Whether browsers refuse the cookies of the admin at an address: they keep them over https, and of this machine. */
const refusesCookies = ({ protocol, hostname }: URL): boolean =>
  protocol === 'http:' && !/^(?:(?:[\w-]+\.)*localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname);

/** A page that loads itself again: a strict cookie does not come with a link from another site, such as a webmail, but with this. */
const reload = (): Response =>
  new Response('<!doctype html><meta http-equiv="refresh" content="0"><title>Opening…</title>', {
    headers: { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': toAdminPolicy('') },
  });

/** The member of staff of a session; undefined when it has ended. Throws `AdminCallRefused` when the store fails. */
async function findSelf(request: Request, token: string): Promise<SignedInStaff | undefined> {
  try {
    return (await callAdmin(request, token, adminSelfCall)).data;
  } catch (error) {
    if (error instanceof AdminCallRefused && error.refused.httpStatus === 401) return undefined;
    throw error;
  }
}

/** The fields of a sent form; undefined for one that cannot be read. */
async function readForm(request: Request): Promise<FormData | undefined> {
  try {
    return await request.formData();
  } catch {
    return undefined;
  }
}

/**
 * Opens a page for the member of staff whose browser asks for it: checks the session, the role that the table of routes asks for and, of a form,
 * the origin and the CSRF token. Returns a `Response` when the page must not be shown.
 */
export async function openPage(astro: AstroGlobal): Promise<AdminPage | Response> {
  const { request, url } = astro;
  const route = adminRoutes.find(({ pattern }) => ADMIN_BASE + pattern === astro.routePattern);
  if (!route) throw new Error(`${astro.routePattern} is missing in the table of routes`);
  const isPost = request.method === 'POST';
  if (isPost && request.headers.get('origin') !== url.origin) return refuse(astro, 'foreign');
  const form = isPost ? await readForm(request) : undefined;
  if (isPost && !form) return refuse(astro, 'unreadable');

  const token = readSessionCookie(astro);
  const staff = token ? await findSelf(request, token) : undefined;
  const here = url.pathname + url.search;
  if (!staff && route.access !== 'anyone') {
    if (!isPost && !token && request.headers.get('sec-fetch-site') === 'cross-site') return reload();
    if (token) clearSessionCookie(astro);
    const kept = form && keepForm(here, form);
    if (kept) return astro.rewrite(toResumeRequest(url, request.headers, 'sign-in', kept));
    return astro.redirect(signInAddress(here), 303);
  }
  const secret = (staff && token) || readFormSecret(astro);
  // The page that asks to sign in gets the form that waits before it has shown a form of its own.
  const isResumed = form !== undefined && readResumedForm(form) !== undefined && !form.has('action');
  if (form && !isResumed && !hasCsrfToken(form, secret)) return refuse(astro, refusesCookies(url) ? 'no-cookie' : 'old');
  if (staff && route.access === 'owner' && staff.role !== 'owner') return showNothing(astro, true);
  const page = new AdminPage(astro, {
    staff,
    token: staff && token,
    secret,
    form: isResumed ? undefined : form,
    resumed: readResumedForm(form),
  });
  if (!staff && refusesCookies(url)) page.problems.push(refusedForms['no-cookie'].text);
  return page;
}
