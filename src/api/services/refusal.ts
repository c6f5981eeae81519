import type { CaptchaWidget } from '#lib/contract/call.ts';
import type { RefusalCode } from '#lib/contract/refusal-codes.ts';

/** What a refusal can carry beside its status and sentences. */
export interface RefusalDetails {
  errors?: Record<string, string[]>;
  /** Seconds. */
  retryAfter?: number;
  code?: RefusalCode;
  /** The widget to solve, with code `captcha_required`. */
  captcha?: CaptchaWidget;
}

/** An expected "no": what the shopper is told, and with which HTTP status. Thrown by services, turned into a reply in one place. */
export class Refusal extends Error {
  readonly status: number;
  /** One sentence, or several to be shown one by one. */
  readonly messages: string | string[];
  /** Field errors by field name. */
  readonly errors: Record<string, string[]> | undefined;
  /** Seconds to wait before trying again. */
  readonly retryAfter: number | undefined;

  /** What kind of refusal it is, for programs to act on. */
  readonly code: RefusalCode | undefined;
  readonly captcha: CaptchaWidget | undefined;

  constructor(status: number, sentences: string | string[], more: RefusalDetails = {}) {
    super(String(sentences));
    this.status = status;
    this.messages = sentences;
    this.errors = more.errors;
    this.retryAfter = more.retryAfter;
    this.code = more.code;
    this.captcha = more.captcha;
  }
}

/** Refuses one field (422). */
export const refuseField = (field: string, message: string): Refusal =>
  new Refusal(422, message, { errors: { [field]: [message] } });
