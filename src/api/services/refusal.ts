/** An expected "no": what the shopper is told, and with which HTTP status. Thrown by services, turned into a reply in one place. */
export class Refusal extends Error {
  readonly status: number;
  /** One sentence, or several to be shown one by one. */
  readonly sentences: string | string[];
  /** Field errors by field name. */
  readonly errors: Record<string, string[]> | undefined;
  /** Seconds to wait before trying again. */
  readonly retryAfter: number | undefined;

  constructor(
    status: number,
    sentences: string | string[],
    more: { errors?: Record<string, string[]>; retryAfter?: number } = {},
  ) {
    super(String(sentences));
    this.status = status;
    this.sentences = sentences;
    this.errors = more.errors;
    this.retryAfter = more.retryAfter;
  }
}

/** Refuses one field (422). */
export const refuseField = (field: string, message: string): Refusal =>
  new Refusal(422, message, { errors: { [field]: [message] } });
