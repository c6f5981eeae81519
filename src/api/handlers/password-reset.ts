import { write } from '#api/database/transaction.ts';
import { requestPasswordReset, resetPasswordByToken } from '#api/services/auth/password-reset.ts';
import { countAttempt, enforceRateLimit } from '#api/services/limits/enforce-rate-limits.ts';
import { requireBudget } from '#api/services/limits/message-budget.ts';
import { success } from '#lib/contract/messages/successes.ts';
import type { Handlers } from './call-context.ts';
import { setDeviceCookie } from './device-cookie.ts';

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
