import { write } from '#api/database/open.ts';
import { registerCustomer } from '#api/services/accounts.ts';
import { customerActor, recordAudit } from '#api/services/audit/audit.ts';
import { findOrAddCustomer, setCustomerDetails } from '#api/services/customers.ts';
import { rejectSignUp, verifyEmail } from '#api/services/email-verification.ts';
import { requireBudget } from '#api/services/limits/message-budget.ts';
import { countSignInTry } from '#api/services/limits/sign-in-tries.ts';
import { findByPhone, signIn } from '#api/services/login.ts';
import { mailResetLink, resetPassword } from '#api/services/password-reset.ts';
import { countTries, countTriesIn } from '#api/services/rate-limits.ts';
import { Refusal } from '#api/services/refusal.ts';
import { closeSession, toCustomer } from '#api/services/sessions.ts';
import { signInCustomer } from '#api/services/sign-in.ts';
import { failure, success } from '#lib/contract/messages.ts';
import { requireCaptcha } from './captcha.ts';
import { clientAddress } from './client-address.ts';
import { type Handlers, shopperOf } from './handler.ts';
import { sendCode, verifyCode } from './otp.ts';
import { keepDevice, visitOf } from './visit.ts';

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
  otpSend: (request) => sendCode(request, 'checkout'),

  otpVerifyCheckout: async (request) => {
    const data = await verifyCode(request, 'checkout', async (tx, visit) => {
      const customer = await findOrAddCustomer(tx, request.body.mobile);
      return { ...(await signInCustomer(tx, customer, 'code', visit)), is_existing_customer: customer.firstname !== '' };
    });
    return { success: true, message: success.otpVerified, data };
  },

  updateUserDetails: async (request) => {
    const { customerId, token } = shopperOf(request);
    await countTries(request.shop.db, 'guestDetails', { account: String(customerId) });
    const customer = await write(request.shop.db, (tx) => setCustomerDetails(tx, customerId, request.body, request.shop.siteUrl));
    return { success: true, data: { token, customer: toCustomer(customer), is_existing_customer: true } };
  },

  register: async (request) => {
    const { shop, headers } = request;
    const { captcha_token: _, ...body } = request.body;
    await requireCaptcha(request, 'register', 'mail');
    await countTries(shop.db, 'register', { address: clientAddress(headers), account: body.email });
    const data = await registerCustomer(shop.db, body, shop, () => keepDevice(request));
    return { success: true, message: data.token ? success.registered : success.registeredMail, data };
  },

  verifyEmail: async (request) => {
    const { shop, body, headers } = request;
    await countTries(shop.db, 'verifyEmail', { address: clientAddress(headers), account: body.token });
    const { token, ...proof } = body;
    const data = await verifyEmail(shop.db, token, proof, () => keepDevice(request));
    return { success: true, message: success.emailVerified, ...(data && { data }) };
  },

  rejectSignUp: async ({ shop, body, headers }) => {
    await countTries(shop.db, 'rejectSignUp', { address: clientAddress(headers) });
    await write(shop.db, (tx) => rejectSignUp(tx, body.token));
    return { success: true, message: success.signUpRejected };
  },

  login: async (request) => {
    const { shop, body } = request;
    const device = await countSignInTry(shop.db, 'login', { ...visitOf(request), account: body.email });
    const data = await signIn(shop.db, body, { device, visit: () => keepDevice(request), siteUrl: shop.siteUrl });
    return { success: true, message: success.login, data };
  },

  logout: async (request) => {
    const { token, customerId } = shopperOf(request);
    const address = clientAddress(request.headers);
    await write(request.shop.db, async (tx) => {
      await closeSession(tx, token);
      await recordAudit(tx, { actor: customerActor(customerId), action: 'sign-out', address });
    });
    return { success: true, message: success.logout };
  },

  // Counted and mailed in one transaction, so that an address that is known costs no more time than another.
  forgotPassword: async ({ shop, body, headers }) => {
    const trier = { address: clientAddress(headers), account: body.email };
    const refusal = await write(shop.db, async (tx) => {
      if (shop.sends.mail) await requireBudget(tx, 'mail', 'known');
      const refusal = await countTriesIn(tx, 'forgotPassword', trier);
      if (!refusal) await mailResetLink(tx, body.email, shop.siteUrl);
      return refusal;
    });
    if (refusal) throw refusal;
    return { success: true, message: success.resetMail };
  },

  tokenPassword: async ({ shop, body, headers }) => {
    await countTries(shop.db, 'tokenPassword', { address: clientAddress(headers) });
    await resetPassword(shop.db, body.token, body.password, shop.siteUrl, clientAddress(headers));
    return { success: true, message: success.passwordReset };
  },

  loginOtp: (request) => sendCode(request, 'login'),

  otpVerifyLogin: async (request) => {
    const data = await verifyCode(request, 'login', async (tx, visit) => {
      const customer = await findByPhone(tx, request.body.mobile);
      return customer && signInCustomer(tx, customer, 'code', visit);
    });
    if (!data) throw new Refusal(422, failure.noAccount);
    return { success: true, message: success.otpVerified, data };
  },
};
