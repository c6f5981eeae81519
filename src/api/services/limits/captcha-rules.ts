import type { LimitedAction } from './rate-limit-rules.ts';

/** The rate limit that each action uses up before it needs a CAPTCHA. */
export const captchaFreeActions = {
  sendOtp: 'freeCode',
  register: 'freeSignUp',
  contact: 'freeMessage',
} as const satisfies Record<string, LimitedAction>;
export type GuardedAction = keyof typeof captchaFreeActions;
