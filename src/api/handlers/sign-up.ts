import { write } from '#api/database/transaction.ts';
import { confirmRegistration, deleteRegistration } from '#api/services/auth/email-verification.ts';
import { registerCustomer } from '#api/services/auth/sign-up.ts';
import { enforceRateLimit } from '#api/services/limits/enforce-rate-limits.ts';
import { success } from '#lib/contract/messages/successes.ts';
import type { Handlers } from './call-context.ts';
import { setDeviceCookie } from './device-cookie.ts';
import { mayUseDemo } from './http/demo-link.ts';
import { readIpAddress } from './http/read-ip-address.ts';
import { requireCaptcha } from './require-captcha.ts';

export const signUpHandlers: Pick<Handlers, 'register' | 'verifyEmail' | 'rejectSignUp'> = {
  register: async (request) => {
    const { context, headers } = request;
    const { captcha_token: _, ...body } = request.body;
    await requireCaptcha(request, 'register', 'mail');
    await enforceRateLimit(context.db, 'register', { address: readIpAddress(headers), account: body.email });
    const data = await registerCustomer(context.db, body, { ...context, demoMode: mayUseDemo(context, headers) }, () =>
      setDeviceCookie(request),
    );
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
};
