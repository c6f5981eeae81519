import { write } from '#api/database/transaction.ts';
import { findAccountForSignIn, findNamedCustomerByPhone, findOrCreateCustomer } from '#api/services/accounts/customers.ts';
import { findOrCreateMailboxGuest } from '#api/services/accounts/mailbox-guests.ts';
import { customerActor, recordAudit } from '#api/services/audit.ts';
import { signInCustomer } from '#api/services/auth/complete-sign-in.ts';
import { AccountLocked, enforceSignInLimit } from '#api/services/auth/enforce-sign-in-limits.ts';
import { signInWithPassword } from '#api/services/auth/password-sign-in.ts';
import { unlockByMail } from '#api/services/auth/unlock-by-mail.ts';
import { Refusal } from '#api/services/refusal.ts';
import { deleteSessionById, listSessions } from '#api/services/sessions/session-list.ts';
import { deleteSession, deleteSessions } from '#api/services/sessions/sessions.ts';
import { failure } from '#lib/contract/messages/failures.ts';
import { success } from '#lib/contract/messages/successes.ts';
import type { Handlers } from './call-context.ts';
import { readSignInContext, setDeviceCookie } from './device-cookie.ts';
import { withFailuresRecorded } from './http/record-failed-sign-in.ts';
import { clearCache } from './http/reply.ts';
import { sendOtpCode, verifyOtpCode } from './send-and-verify-otp.ts';

/**
 * Counts an attempt to sign in with a password. One beyond the account's limits is refused with a sentence that is always the same, whether the
 * password was right and a link has been mailed or not.
 */
async function enforceLoginLimit(request: Parameters<Handlers['login']>[0]): Promise<string | undefined> {
  const { context, body } = request;
  const { db, siteUrl } = context;
  const signInContext = readSignInContext(request);
  try {
    return await enforceSignInLimit(db, 'login', { ...signInContext, account: body.email });
  } catch (error) {
    if (!(error instanceof AccountLocked) || !context.sends.mail) throw error;
    await unlockByMail(db, { ...body, siteUrl, ipAddress: signInContext.ipAddress });
    throw new Refusal(error.status, failure.tooManyMailed, { retryAfter: error.retryAfter });
  }
}

export const signInHandlers = {
  otpSend: (request) => sendOtpCode(request, 'checkout'),

  otpVerifyCheckout: async (request) => {
    const data = await verifyOtpCode(request, 'checkout', async (tx, { mailbox }, signInContext) => {
      const { mobile } = request.body;
      const customer = await (mailbox ? findOrCreateMailboxGuest(tx, mailbox, mobile) : findOrCreateCustomer(tx, mobile));
      const way = mailbox ? 'mailed code' : 'code';
      return { ...(await signInCustomer(tx, customer, way, signInContext)), is_existing_customer: customer.firstname !== '' };
    });
    return { success: true, message: success.otpVerified, data };
  },

  login: async (request) => {
    const { context, body } = request;
    const device = await enforceLoginLimit(request);
    const data = await withFailuresRecorded({
      request,
      way: 'password',
      findAccount: (db) => findAccountForSignIn(db, body.email),
      signIn: () =>
        signInWithPassword(context.db, body, { device, getContext: () => setDeviceCookie(request), siteUrl: context.siteUrl }),
    });
    return { success: true, message: success.login, data };
  },

  logout: async (request) => {
    const { token, customerId } = request.shopper;
    await write(request.db, async (tx) => {
      await deleteSession(tx, token);
      await recordAudit(tx, { actor: customerActor(customerId), action: 'sign-out', ipAddress: request.ipAddress });
    });
    clearCache(request);
    return { success: true, message: success.logout };
  },

  loginOtp: (request) => sendOtpCode(request, 'login'),

  otpVerifyLogin: async (request) => {
    const data = await verifyOtpCode(request, 'login', async (tx, _, signInContext) => {
      const customer = await findNamedCustomerByPhone(tx, request.body.mobile);
      return customer && signInCustomer(tx, customer, 'code', signInContext);
    });
    if (!data) throw new Refusal(422, failure.noAccount, { code: 'account_missing' });
    return { success: true, message: success.otpVerified, data };
  },

  getSessions: async ({ db, shopper }) => ({ success: true, data: await listSessions(db, shopper) }),

  endSession: async ({ db, shopper: { customerId }, body, ipAddress }) => {
    await write(db, async (tx) => {
      if (await deleteSessionById(tx, customerId, body.session_id))
        await recordAudit(tx, { actor: customerActor(customerId), action: 'session-end', ipAddress });
    });
    return { success: true, message: success.sessionEnded };
  },

  endSessions: async (request) => {
    const { db, ipAddress } = request;
    const { customerId } = request.shopper;
    await write(db, async (tx) => {
      await deleteSessions(tx, customerId);
      await recordAudit(tx, { actor: customerActor(customerId), action: 'session-end-all', ipAddress });
    });
    clearCache(request);
    return { success: true, message: success.sessionsEnded };
  },
} satisfies Partial<Handlers>;
