import { write } from '#api/database/transaction.ts';
import { confirmRegistration, deleteRegistration } from '#api/services/auth/email-verification.ts';
import { registerCustomer } from '#api/services/auth/sign-up.ts';
import { enforceRateLimit } from '#api/services/limits/enforce-rate-limits.ts';
import { success } from '#lib/contract/messages/successes.ts';
import type { Handlers } from './call-context.ts';
import { setDeviceCookie } from './device-cookie.ts';
import { mayUseDemo } from './http/demo-link.ts';
import { requireCaptcha } from './require-captcha.ts';

export const signUpHandlers = {
  register: async (request) => {
    const { context, db, headers, ipAddress } = request;
    const { captcha_token: _, ...body } = request.body;
    await requireCaptcha(request, 'register', 'mail');
    await enforceRateLimit(db, 'register', { address: ipAddress, account: body.email });
    const data = await registerCustomer(db, body, { ...context, demoMode: mayUseDemo(context, headers) }, () =>
      setDeviceCookie(request),
    );
    return { success: true, message: data.token ? success.registered : success.registeredMail, data };
  },

  verifyEmail: async (request) => {
    const { db, ipAddress } = request;
    const { token, ...proof } = request.body;
    await enforceRateLimit(db, 'verifyEmail', { address: ipAddress, account: token });
    const data = await confirmRegistration(db, token, proof, () => setDeviceCookie(request));
    return { success: true, message: success.emailVerified, ...(data && { data }) };
  },

  rejectSignUp: async ({ db, body, ipAddress }) => {
    await enforceRateLimit(db, 'rejectSignUp', { address: ipAddress });
    await write(db, (tx) => deleteRegistration(tx, body.token));
    return { success: true, message: success.signUpRejected };
  },
} satisfies Partial<Handlers>;
