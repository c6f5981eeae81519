import { write } from '#api/database/transaction.ts';
import { readAddress, upsertAddress } from '#api/services/accounts/address.ts';
import { renameCustomer, setCustomerDetails } from '#api/services/accounts/customers.ts';
import { updatePassword } from '#api/services/auth/change-password.ts';
import { requestPasswordReset, resetPasswordByToken } from '#api/services/auth/password-reset.ts';
import { withKnownState } from '#api/services/invoices/gst-state-codes.ts';
import { countAttempt, enforceRateLimit } from '#api/services/limits/enforce-rate-limits.ts';
import { requireBudget } from '#api/services/limits/message-budget.ts';
import { readCartConsent, saveCartConsent } from '#api/services/reminders/cart-reminders.ts';
import { toCustomer } from '#api/services/sessions/sessions.ts';
import { success } from '#lib/contract/messages/successes.ts';
import type { Handlers } from './call-context.ts';
import { setDeviceCookie } from './device-cookie.ts';

export const accountHandlers = {
  updateUserDetails: async ({ context, db, shopper: { customerId, token }, body }) => {
    await enforceRateLimit(db, 'guestDetails', { account: String(customerId) });
    const customer = await write(db, (tx) => setCustomerDetails(tx, customerId, body, context.siteUrl));
    return { success: true, data: { token, customer: toCustomer(customer), is_existing_customer: true } };
  },

  accountDetails: async ({ db, shopper: { customerId }, body: { cart_reminder, ...name } }) => {
    await write(db, async (tx) => {
      await renameCustomer(tx, customerId, name);
      if (cart_reminder !== undefined) await saveCartConsent(tx, customerId, cart_reminder);
    });
    return { success: true, message: success.accountDetails };
  },

  resetPassword: async ({ context, db, shopper, body, ipAddress }) => {
    await enforceRateLimit(db, 'changePassword', { account: String(shopper.customerId) });
    await updatePassword(db, shopper, body, context.siteUrl, ipAddress);
    return { success: true, message: success.passwordChanged };
  },
} satisfies Partial<Handlers>;

export const addressHandlers = {
  shippingAddress: async ({ db, shopper, body }) => {
    const data = await write(db, (tx) => upsertAddress(tx, shopper.customerId, withKnownState(body)));
    return { success: true, message: success.addressSaved, data };
  },

  getShippingAddress: async ({ db, shopper: { customerId } }) => {
    const cart_reminder = await readCartConsent(db, customerId);
    return { success: true, data: await readAddress(db, customerId), ...(cart_reminder !== undefined && { cart_reminder }) };
  },
} satisfies Partial<Handlers>;

export const passwordResetHandlers = {
  // One transaction counts the attempt and queues the mail, so that the response time does not reveal whether the account exists.
  forgotPassword: async ({ context, db, body, ipAddress }) => {
    const limitSubject = { address: ipAddress, account: body.email };
    const refusal = await write(db, async (tx) => {
      if (context.sends.mail) await requireBudget(tx, 'mail', 'known');
      const refusal = await countAttempt(tx, 'forgotPassword', limitSubject);
      if (!refusal) await requestPasswordReset(tx, body.email, context.siteUrl);
      return refusal;
    });
    if (refusal) throw refusal;
    return { success: true, message: success.resetMail };
  },

  tokenPassword: async (request) => {
    const { db, body, ipAddress } = request;
    await enforceRateLimit(db, 'tokenPassword', { address: ipAddress });
    await resetPasswordByToken(db, body, () => setDeviceCookie(request));
    return { success: true, message: success.passwordReset };
  },
} satisfies Partial<Handlers>;
