import type { AstroGlobal } from 'astro';
import * as z from 'zod/mini';
import { readAdminPath } from '#admin/addresses.ts';
import type { RequestOptions } from '#lib/client/request.ts';
import { ADMIN_BASE } from '#lib/contract/admin/admin-path.ts';
import type { adminSelfCall } from '#lib/contract/admin/staff.ts';
import type { Call, ReplyOf } from '#lib/contract/calls/define-call.ts';
import { parseJson } from '#lib/rules/text.ts';
import { AdminCallRefused, callAdmin } from './call-admin.ts';
import { toCsrfToken } from './csrf.ts';
import type { RefusedForm } from './refused-forms.ts';
import { keepForm, type ResumedForm, toResumeRequest } from './resumed-form.ts';
import { setAsked, setNotice, takeAsked, takeNotice } from './session-cookie.ts';

/** Who is signed in, as the store says. */
export type SignedInStaff = ReplyOf<typeof adminSelfCall>['data'];

/** What a form's button does: it ends in a redirect, or in undefined to show the page again. */
type Action = (form: FormData) => Promise<Response | undefined>;

/** The field of a kept form that has the reply of a call. */
const REPLY = 'reply';

type Options<C extends Call> = Pick<RequestOptions<C>, 'params' | 'body'>;

interface Opened {
  staff: SignedInStaff | undefined;
  token: string | undefined;
  secret: string;
  form: FormData | undefined;
  resumed: ResumedForm | undefined;
}

/** Shows another page in place of the one that was asked for. */
const showPage = (astro: AstroGlobal, path: string): Promise<Response> =>
  astro.rewrite(new Request(new URL(ADMIN_BASE + path, astro.url), { headers: astro.request.headers }));

/** Shows the page that says why nothing is shown: there is nothing (404), or it is for owners only (403). */
export const showNothing = (astro: AstroGlobal, isForOwners = false): Promise<Response> =>
  showPage(astro, `/not-found${isForOwners ? '?for=owners' : ''}`);

/** Shows the page that says why a form was not done, with a link to the page that it is on. */
export const showRefusedForm = (astro: AstroGlobal, why: RefusedForm, to: string): Promise<Response> =>
  showPage(astro, `/not-found?${new URLSearchParams({ form: why, to })}`);

/** One request for an admin page, by a browser that may open it. */
export class AdminPage {
  readonly url: URL;
  /** The sent form, or one that `ask` has kept, so that the page can show its values again. */
  readonly form: FormData | undefined;
  /** Another form, which waits until its sender has signed in. */
  readonly resumed: ResumedForm | undefined;
  readonly csrf: string;
  /** Identifies this form: a form that is sent twice carries it twice. */
  readonly formId: string;
  /** Shown once, after what the form before has done. */
  readonly notice: string | undefined;
  /** Why the sent form was refused. */
  problems: string[] = [];
  /** The same for its fields. */
  errors: Record<string, string[]> = {};
  readonly #astro: AstroGlobal;
  readonly #staff: SignedInStaff | undefined;
  readonly #token: string | undefined;
  readonly #isAsked: boolean;

  constructor(astro: AstroGlobal, { staff, token, secret, form, resumed }: Opened) {
    this.#astro = astro;
    this.#staff = staff;
    this.#token = token;
    this.url = astro.url;
    const asked = form || resumed ? undefined : takeAsked(astro, this.here);
    this.form = form ?? asked;
    this.#isAsked = asked !== undefined;
    this.resumed = resumed;
    this.csrf = toCsrfToken(secret);
    const sentId = this.form?.get('form_id');
    this.formId = typeof sentId === 'string' && /^[\w-]{36}$/.test(sentId) ? sentId : crypto.randomUUID();
    this.notice = this.form ? undefined : takeNotice(astro);
  }

  /** The member of staff. Only pages that anyone may open lack one. Throws there. */
  get staff(): SignedInStaff {
    if (!this.#staff) throw new Error(`${this.url.pathname} is open to visitors without a session`);
    return this.#staff;
  }

  get isSignedIn(): boolean {
    return this.#staff !== undefined;
  }

  get isOwner(): boolean {
    return this.#staff?.role === 'owner';
  }

  /** This page with its query, without what one form has added. */
  get here(): string {
    return this.url.pathname + this.url.search;
  }

  /** Makes a call that the page needs. Throws `AdminCallRefused`. */
  load<C extends Call>(call: C, options?: Options<C>): Promise<ReplyOf<C>> {
    return callAdmin(this.#astro.request, this.#token, call, options);
  }

  /**
   * Like `load`, with parameters of the page's address. Those that the call refuses are left out, and the page says so: addresses are kept,
   * shortened and typed.
   */
  async loadByAddress<C extends Call>(call: C, params: Record<string, string>): Promise<ReplyOf<C>> {
    try {
      return await this.load(call, { params } as Options<C>);
    } catch (error) {
      if (!(error instanceof AdminCallRefused)) throw error;
      const { httpStatus, errors, message } = error.refused;
      // What a packer may not look for, such as a part of the list, is not named.
      const isLeftOut = (name: string): boolean => httpStatus === 403 || (httpStatus === 422 && errors?.[name] !== undefined);
      const kept = Object.entries(params).filter(([name]) => !isLeftOut(name));
      if (kept.length === Object.keys(params).length) throw error;
      if (httpStatus === 403) this.problems.push(...[message].flat());
      else
        for (const [name, value] of Object.entries(params))
          if (isLeftOut(name)) this.problems.push(`Left out what cannot be looked for: ${name} “${value.slice(0, 40)}”.`);
      return this.loadByAddress(call, Object.fromEntries(kept));
    }
  }

  /** Like `load`; undefined for what does not exist (404), or cannot by its name (422). */
  async find<C extends Call>(call: C, options?: Options<C>): Promise<ReplyOf<C> | undefined> {
    try {
      return await this.load(call, options);
    } catch (error) {
      if (error instanceof AdminCallRefused && [404, 422].includes(error.refused.httpStatus)) return undefined;
      throw error;
    }
  }

  /** Makes a call for a sent form. Throws `AdminCallRefused`, which `post` shows. */
  act<C extends Call>(call: C, options?: Options<C>): Promise<ReplyOf<C>> {
    return this.load(call, options);
  }

  /**
   * Does what the pressed button of a sent form asks for. Returns the response; undefined when no form was sent, or when it was refused and the page
   * shows why (`problems`, `errors`).
   */
  async post(actions: Readonly<Record<string, Action>>): Promise<Response | undefined> {
    if (!this.form || (this.#isAsked && this.form.has(REPLY))) return undefined;
    const action = actions[String(this.form.get('action'))];
    if (!action) return this.#refuse({ httpStatus: 400, message: 'This button is not known. Load the page again.' });
    try {
      return await action(this.form);
    } catch (error) {
      if (!(error instanceof AdminCallRefused)) throw error;
      const { refused } = error;
      // A sign-in that was refused is shown by its own page.
      const hasEnded = refused.httpStatus === 401 && refused.code !== 'login_refused';
      const again = refused.code === 'sign_in_again' ? 'sign-in-again' : hasEnded ? 'sign-in' : undefined;
      const kept = again && keepForm(this.here, this.form);
      if (again && kept) return this.#astro.rewrite(toResumeRequest(this.url, this.#astro.request.headers, again, kept));
      return this.#refuse(refused);
    }
  }

  #refuse({
    httpStatus,
    message,
    errors,
  }: {
    httpStatus: number;
    message: string | string[];
    errors?: Record<string, string[]>;
  }) {
    this.problems = [message].flat();
    this.errors = errors ?? {};
    this.#astro.response.status = httpStatus || 502;
    return undefined;
  }

  /** Shows why a form cannot be done that no call has refused. */
  refuse(problem: string, errors?: Record<string, string[]>): undefined {
    return this.#refuse({ httpStatus: 422, message: problem, ...(errors && { errors }) });
  }

  /**
   * Ends a form that only asks: leads to this page, which gets the form once more and shows what it asks for, so that going back to it sends
   * nothing. Undefined there, and for a form that is too long or has a file: it is answered at once.
   */
  ask(): Response | undefined {
    return this.form && !this.#isAsked ? this.#leadTo(this.here, this.form) : undefined;
  }

  /** Like `ask`, for a form whose answer is shown once: the page `to` gets the reply of its call, for `replyOf`. */
  showReply(reply: ReplyOf<Call>, to: string): Response | undefined {
    const form = new FormData();
    form.set(REPLY, JSON.stringify(reply));
    return this.#leadTo(to, form);
  }

  /** The reply of the call that the form before has made, where `showReply` has led here. */
  replyOf<C extends Call>(call: C): ReplyOf<C> | undefined {
    if (!this.#isAsked) return undefined;
    return z.safeParse(call.reply, parseJson(String(this.form?.get(REPLY)))).data as ReplyOf<C> | undefined;
  }

  #leadTo(to: string, form: FormData): Response | undefined {
    const kept = keepForm(to, form);
    return kept && setAsked(this.#astro, kept) ? this.#astro.redirect(to, 303) : undefined;
  }

  /** Ends a form: leads to a page, which shows the notice once. */
  done(path: string, notice?: string): Response {
    if (notice) setNotice(this.#astro, notice);
    return this.#astro.redirect(readAdminPath(path), 303);
  }

  /** The page of addresses that lead nowhere (404). */
  notFound(): Promise<Response> {
    return showNothing(this.#astro);
  }
}
