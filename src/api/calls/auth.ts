import { write } from '#api/database/transaction.ts';
import { findOrCreateCustomer, setCustomerDetails } from '#api/services/accounts/customers.ts';
import { customerActor, recordAudit } from '#api/services/audit.ts';
import { confirmRegistration, deleteRegistration } from '#api/services/auth/email-verification.ts';
import { enforceSignInLimit } from '#api/services/auth/enforce-sign-in-limits.ts';
import { requestPasswordReset, resetPasswordByToken } from '#api/services/auth/password-reset.ts';
import { findNamedCustomerByPhone, signInWithPassword } from '#api/services/auth/password-sign-in.ts';
import { signInCustomer } from '#api/services/auth/sign-in.ts';
import { registerCustomer } from '#api/services/auth/sign-up.ts';
import { requireBudget } from '#api/services/limits/message-budget.ts';
import { countAttempt, enforceRateLimit } from '#api/services/limits/rate-limits.ts';
import { Refusal } from '#api/services/refusal.ts';
import { deleteSession, toCustomer } from '#api/services/sessions/sessions.ts';
import { failure, success } from '#lib/contract/texts.ts';
import { requireCaptcha } from './captcha.ts';
import { readSignInContext, setDeviceCookie } from './device-cookie.ts';
import { type Handlers, requireShopper } from './handler.ts';
import { readIpAddress } from './http/client-address.ts';
import { sendOtpCode, verifyOtpCode } from './otp.ts';

type AuthCall =
  | 'otpSend'
  | 'otpVerifyCheckout'
  | 'updateUserDetails'
  | 'register'
  | 'verifyEmail'
  | 'rejectSignUp'
  | 'login'
  | 'logout'
  | 'forgotPassword'
  | 'tokenPassword'
  | 'loginOtp'
  | 'otpVerifyLogin';

export const authHandlers: Pick<Handlers, AuthCall> = {
  otpSend: (request) => sendOtpCode(request, 'checkout'),

  otpVerifyCheckout: async (request) => {
    const data = await verifyOtpCode(request, 'checkout', async (tx, signInContext) => {
      const customer = await findOrCreateCustomer(tx, request.body.mobile);
      return { ...(await signInCustomer(tx, customer, 'code', signInContext)), is_existing_customer: customer.firstname !== '' };
    });
    return { success: true, message: success.otpVerified, data };
  },

  updateUserDetails: async (request) => {
    const { customerId, token } = requireShopper(request);
    await enforceRateLimit(request.context.db, 'guestDetails', { account: String(customerId) });
    const customer = await write(request.context.db, (tx) =>
      setCustomerDetails(tx, customerId, request.body, request.context.siteUrl),
    );
    return { success: true, data: { token, customer: toCustomer(customer), is_existing_customer: true } };
  },

  register: async (request) => {
    const { context, headers } = request;
    const { captcha_token: _, ...body } = request.body;
    await requireCaptcha(request, 'register', 'mail');
    await enforceRateLimit(context.db, 'register', { address: readIpAddress(headers), account: body.email });
    const data = await registerCustomer(context.db, body, context, () => setDeviceCookie(request));
    return { success: true, message: data.token ? success.registered : success.registeredMail, data };
  },

  verifyEmail: async (request) => {
    const { context, body, headers } = request;
    await enforceRateLimit(context.db, 'verifyEmail', { address: readIpAddress(headers), account: body.token });
    const { token, ...proof } = body;
    const data = await confirmRegistration(context.db, token, proof, () => setDeviceCookie(request));
    return { success: true, message: success.emailVerified, ...(data && { data }) };
  },

  rejectSignUp: async ({ context, body, headers }) => {
    await enforceRateLimit(context.db, 'rejectSignUp', { address: readIpAddress(headers) });
    await write(context.db, (tx) => deleteRegistration(tx, body.token));
    return { success: true, message: success.signUpRejected };
  },

  login: async (request) => {
    const { context, body } = request;
    const device = await enforceSignInLimit(context.db, 'login', { ...readSignInContext(request), account: body.email });
    const data = await signInWithPassword(context.db, body, {
      device,
      getContext: () => setDeviceCookie(request),
      siteUrl: context.siteUrl,
    });
    return { success: true, message: success.login, data };
  },

  logout: async (request) => {
    const { token, customerId } = requireShopper(request);
    const ipAddress = readIpAddress(request.headers);
    await write(request.context.db, async (tx) => {
      await deleteSession(tx, token);
      await recordAudit(tx, { actor: customerActor(customerId), action: 'sign-out', ipAddress });
    });
    return { success: true, message: success.logout };
  },

  // One transaction counts the attempt and queues the mail, so that the response time does not reveal whether the account exists.
  forgotPassword: async ({ context, body, headers }) => {
    const limitSubject = { address: readIpAddress(headers), account: body.email };
    const refusal = await write(context.db, async (tx) => {
      if (context.sends.mail) await requireBudget(tx, 'mail', 'known');
      const refusal = await countAttempt(tx, 'forgotPassword', limitSubject);
      if (!refusal) await requestPasswordReset(tx, body.email, context.siteUrl);
      return refusal;
    });
    if (refusal) throw refusal;
    return { success: true, message: success.resetMail };
  },

  tokenPassword: async ({ context, body, headers }) => {
    await enforceRateLimit(context.db, 'tokenPassword', { address: readIpAddress(headers) });
    await resetPasswordByToken(context.db, body.token, body.password, context.siteUrl, readIpAddress(headers));
    return { success: true, message: success.passwordReset };
  },

  loginOtp: (request) => sendOtpCode(request, 'login'),

  otpVerifyLogin: async (request) => {
    const data = await verifyOtpCode(request, 'login', async (tx, signInContext) => {
      const customer = await findNamedCustomerByPhone(tx, request.body.mobile);
      return customer && signInCustomer(tx, customer, 'code', signInContext);
    });
    if (!data) throw new Refusal(422, failure.noAccount, { code: 'account_missing' });
    return { success: true, message: success.otpVerified, data };
  },
};
