import { write } from '#api/database/transaction.ts';
import { findOrCreateCustomer, setCustomerDetails } from '#api/services/accounts/customers.ts';
import { customerActor, recordAudit } from '#api/services/audit.ts';
import { confirmRegistration, deleteRegistration } from '#api/services/auth/email-verification.ts';
import { requestPasswordReset, resetPasswordByToken } from '#api/services/auth/password-reset.ts';
import { findNamedCustomerByPhone, signInWithPassword } from '#api/services/auth/password-sign-in.ts';
import { signInCustomer } from '#api/services/auth/sign-in.ts';
import { enforceSignInLimit } from '#api/services/auth/sign-in-limits.ts';
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

export const authCalls: Pick<Handlers, AuthCall> = {
  otpSend: (request) => sendOtpCode(request, 'checkout'),

  otpVerifyCheckout: async (request) => {
    const data = await verifyOtpCode(request, 'checkout', async (tx, visit) => {
      const customer = await findOrCreateCustomer(tx, request.body.mobile);
      return { ...(await signInCustomer(tx, customer, 'code', visit)), is_existing_customer: customer.firstname !== '' };
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
    const { context: shop, headers } = request;
    const { captcha_token: _, ...body } = request.body;
    await requireCaptcha(request, 'register', 'mail');
    await enforceRateLimit(shop.db, 'register', { address: readIpAddress(headers), account: body.email });
    const data = await registerCustomer(shop.db, body, shop, () => setDeviceCookie(request));
    return { success: true, message: data.token ? success.registered : success.registeredMail, data };
  },

  verifyEmail: async (request) => {
    const { context: shop, body, headers } = request;
    await enforceRateLimit(shop.db, 'verifyEmail', { address: readIpAddress(headers), account: body.token });
    const { token, ...proof } = body;
    const data = await confirmRegistration(shop.db, token, proof, () => setDeviceCookie(request));
    return { success: true, message: success.emailVerified, ...(data && { data }) };
  },

  rejectSignUp: async ({ context: shop, body, headers }) => {
    await enforceRateLimit(shop.db, 'rejectSignUp', { address: readIpAddress(headers) });
    await write(shop.db, (tx) => deleteRegistration(tx, body.token));
    return { success: true, message: success.signUpRejected };
  },

  login: async (request) => {
    const { context: shop, body } = request;
    const device = await enforceSignInLimit(shop.db, 'login', { ...readSignInContext(request), account: body.email });
    const data = await signInWithPassword(shop.db, body, {
      device,
      getContext: () => setDeviceCookie(request),
      siteUrl: shop.siteUrl,
    });
    return { success: true, message: success.login, data };
  },

  logout: async (request) => {
    const { token, customerId } = requireShopper(request);
    const address = readIpAddress(request.headers);
    await write(request.context.db, async (tx) => {
      await deleteSession(tx, token);
      await recordAudit(tx, { actor: customerActor(customerId), action: 'sign-out', ipAddress: address });
    });
    return { success: true, message: success.logout };
  },

  // Counted and mailed in one transaction, so that an address that is known costs no more time than another.
  forgotPassword: async ({ context: shop, body, headers }) => {
    const trier = { address: readIpAddress(headers), account: body.email };
    const refusal = await write(shop.db, async (tx) => {
      if (shop.sends.mail) await requireBudget(tx, 'mail', 'known');
      const refusal = await countAttempt(tx, 'forgotPassword', trier);
      if (!refusal) await requestPasswordReset(tx, body.email, shop.siteUrl);
      return refusal;
    });
    if (refusal) throw refusal;
    return { success: true, message: success.resetMail };
  },

  tokenPassword: async ({ context: shop, body, headers }) => {
    await enforceRateLimit(shop.db, 'tokenPassword', { address: readIpAddress(headers) });
    await resetPasswordByToken(shop.db, body.token, body.password, shop.siteUrl, readIpAddress(headers));
    return { success: true, message: success.passwordReset };
  },

  loginOtp: (request) => sendOtpCode(request, 'login'),

  otpVerifyLogin: async (request) => {
    const data = await verifyOtpCode(request, 'login', async (tx, visit) => {
      const customer = await findNamedCustomerByPhone(tx, request.body.mobile);
      return customer && signInCustomer(tx, customer, 'code', visit);
    });
    if (!data) throw new Refusal(422, failure.noAccount);
    return { success: true, message: success.otpVerified, data };
  },
};
