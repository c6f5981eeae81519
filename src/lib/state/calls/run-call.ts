import type { MapStore } from 'nanostores';
import { isRefused, isServerFailure, type Outcome, type Refused } from '#lib/client/request.ts';
import type { Call, ReplyOf } from '#lib/contract/calls/define-call.ts';
import type { RefusalCode } from '#lib/contract/calls/refusal-codes.ts';
import type { ToastOptions } from '#lib/state/ui/toasts.ts';
import { describeFailure, toastRefusal } from './call-messages.ts';

/** Result of an action, for the form that started it. */
export interface ActionResult {
  ok: boolean;
  message?: string;
  fields?: Record<string, string[]>;
  code?: RefusalCode;
  /** The store failed or did not respond: the input may be right. */
  storeFailed?: boolean;
}

/** Progress of a call; `error` is left out where it stays as it is. */
export interface CallProgress {
  loading: boolean;
  error?: string | null;
}

export interface RunOptions<Reply> {
  /** Receives the progress: loading without an error, then not loading, with the error of a refusal. */
  track?: (progress: CallProgress) => void;
  /** Stores the reply; runs before the progress ends, so that no view sees a finished call without its data. */
  apply?: (reply: Reply) => void;
  /** Shows a refusal as toasts; without it none is shown. */
  toast?: ToastOptions;
}

/** `reply` and `refused` are both absent when the call was cancelled. */
export interface CallRun<C extends Call> {
  reply?: ReplyOf<C>;
  refused?: Refused;
  result: ActionResult;
}

/** Waits for a call: tracks its progress, shows a refusal as toasts, and makes the result for a form. */
export async function runCall<C extends Call>(
  sent: Promise<Outcome<C>>,
  { track, apply, toast }: RunOptions<ReplyOf<C>> = {},
): Promise<CallRun<C>> {
  track?.({ loading: true, error: null });
  const outcome = await sent;
  if (!outcome || !isRefused(outcome)) {
    if (outcome) apply?.(outcome);
    track?.({ loading: false });
    return outcome ? { reply: outcome, result: { ok: true } } : { result: { ok: false } };
  }
  const result = toResult(outcome);
  track?.({ loading: false, error: result.message ?? null });
  if (toast) toastRefusal(outcome, toast);
  return { refused: outcome, result };
}

/** The result of a refused action. */
function toResult(refused: Refused): ActionResult {
  const { errors, code } = refused;
  return {
    ok: false,
    message: describeFailure(refused),
    ...(errors && { fields: errors }),
    ...(code && { code }),
    ...(isServerFailure(refused) && { storeFailed: true }),
  };
}

/** Tracks a call in a store's `loading` and `error`. */
export const trackIn =
  <T extends { loading: boolean; error: string | null }>($store: MapStore<T>) =>
  (progress: CallProgress): void =>
    $store.set({ ...$store.get(), ...progress });
