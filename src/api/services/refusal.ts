import type { CaptchaWidget } from '#lib/contract/calls/define-call.ts';
import type { RefusalCode } from '#lib/contract/calls/refusal-codes.ts';

export interface RefusalDetails {
  errors?: Record<string, string[]>;
  /** Seconds until a retry may succeed. */
  retryAfter?: number | undefined;
  code?: RefusalCode;
  /** The CAPTCHA to solve, with code `captcha_required`. */
  captcha?: CaptchaWidget;
}

/** An expected error with its HTTP status and messages for the shopper. Thrown by services and converted to a reply in one place. */
export class Refusal extends Error {
  readonly status: number;
  readonly messages: string | string[];
  readonly errors: Record<string, string[]> | undefined;
  readonly retryAfter: number | undefined;
  readonly code: RefusalCode | undefined;
  readonly captcha: CaptchaWidget | undefined;

  constructor(status: number, messages: string | string[], details: RefusalDetails = {}) {
    super(String(messages));
    this.status = status;
    this.messages = messages;
    this.errors = details.errors;
    this.retryAfter = details.retryAfter;
    this.code = details.code;
    this.captcha = details.captcha;
  }
}

/** A refusal of one field (422). */
export const refuseField = (field: string, message: string): Refusal =>
  new Refusal(422, message, { errors: { [field]: [message] } });
