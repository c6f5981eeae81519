import { failure, success } from '#lib/contract/messages.ts';
import { write } from '../database/open.ts';
import { registerCustomer } from '../services/accounts.ts';
import { findOrAddCustomer, setCustomerDetails } from '../services/customers.ts';
import { verifyEmail } from '../services/email-verification.ts';
import { requireBudget } from '../services/limits/message-budget.ts';
import { findByPhone, signIn } from '../services/login.ts';
import { mailResetLink, resetPassword } from '../services/password-reset.ts';
import { countTries, countTriesIn } from '../services/rate-limits.ts';
import { Refusal } from '../services/refusal.ts';
import { closeSession, startSession, toCustomer } from '../services/sessions.ts';
import { requireCaptcha } from './captcha.ts';
import { clientAddress } from './client-address.ts';
import { type Handlers, shopperOf } from './handler.ts';
import { sendCode, verifyCode } from './otp.ts';

type AuthCall =
  | 'otpSend'
  | 'otpVerifyCheckout'
  | 'updateUserDetails'
  | 'register'
  | 'verifyEmail'
  | 'login'
  | 'logout'
  | 'forgotPassword'
  | 'tokenPassword'
  | 'loginOtp'
  | 'otpVerifyLogin';

export const authCalls: Pick<Handlers, AuthCall> = {
  otpSend: (request) => sendCode(request, 'checkout'),

  otpVerifyCheckout: async (request) => {
    const data = await verifyCode(request, 'checkout', async (tx) => {
      const customer = await findOrAddCustomer(tx, request.body.mobile);
      return { ...(await startSession(tx, customer)), is_existing_customer: customer.firstname !== '' };
    });
    return { success: true, message: success.otpVerified, data };
  },

  updateUserDetails: async (request) => {
    const { customerId, token } = shopperOf(request);
    await countTries(request.shop.db, 'guestDetails', { account: String(customerId) });
    const customer = await write(request.shop.db, (tx) => setCustomerDetails(tx, customerId, request.body));
    return { success: true, data: { token, customer: toCustomer(customer), is_existing_customer: true } };
  },

  register: async (request) => {
    const { shop, headers } = request;
    const { captcha_token: _, ...body } = request.body;
    await requireCaptcha(request, 'register', 'mail');
    await countTries(shop.db, 'register', { address: clientAddress(headers), account: body.email });
    const data = await registerCustomer(shop.db, body, shop);
    return { success: true, message: data.token ? success.registered : success.registeredMail, data };
  },

  verifyEmail: async ({ shop, body, headers }) => {
    await countTries(shop.db, 'verifyEmail', { address: clientAddress(headers) });
    await write(shop.db, (tx) => verifyEmail(tx, body.token));
    return { success: true, message: success.emailVerified };
  },

  login: async ({ shop, body, headers }) => {
    await countTries(shop.db, 'login', { address: clientAddress(headers), account: body.email });
    return { success: true, message: success.login, data: await signIn(shop.db, body, shop.siteUrl) };
  },

  logout: async (request) => {
    const { token } = shopperOf(request);
    await write(request.shop.db, (tx) => closeSession(tx, token));
    return { success: true, message: success.logout };
  },

  // Counted and mailed in one transaction, so that an address that is known costs no more time than another.
  forgotPassword: async ({ shop, body, headers }) => {
    const trier = { address: clientAddress(headers), account: body.email };
    const refusal = await write(shop.db, async (tx) => {
      if (shop.sends.mail) await requireBudget(tx, 'mail');
      const refusal = await countTriesIn(tx, 'forgotPassword', trier);
      if (!refusal) await mailResetLink(tx, body.email, shop.siteUrl);
      return refusal;
    });
    if (refusal) throw refusal;
    return { success: true, message: success.resetMail };
  },

  tokenPassword: async ({ shop, body, headers }) => {
    await countTries(shop.db, 'tokenPassword', { address: clientAddress(headers) });
    await resetPassword(shop.db, body.token, body.password, shop.siteUrl);
    return { success: true, message: success.passwordReset };
  },

  loginOtp: (request) => sendCode(request, 'login'),

  otpVerifyLogin: async (request) => {
    const data = await verifyCode(request, 'login', async (tx) => {
      const customer = await findByPhone(tx, request.body.mobile);
      return customer && startSession(tx, customer);
    });
    if (!data) throw new Refusal(422, failure.noAccount);
    return { success: true, message: success.otpVerified, data };
  },
};
