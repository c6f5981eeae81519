import { createRoot } from 'react-dom/client';
import { Toaster, toast } from 'sonner';
import sonnerStyles from 'sonner/dist/styles.css?url';
import { MAX_VISIBLE_TOASTS } from '#lib/rules/ui-thresholds.ts';
import { $toasts, drainToasts } from '#lib/state/ui/toasts.ts';
import toastStyles from './Toasts.css?url';

/** Set by Toasts.css, so that toasts do not cover what they refer to. */
const TOP = 'var(--toast-top)';
const HOTKEY = ['altKey', 'KeyT'];

/** Toasts last shown for each subject: those that a newer action does not replace are dismissed. */
const shown = new Map<string, number>();

function showQueuedToasts(): void {
  for (const { id, kind, text, duration, subject, part, parts, isShown, action } of drainToasts()) {
    toast[kind](text, {
      id: subject === undefined ? id : `${subject} ${part}`,
      duration,
      className: isShown ? 'toast-shown' : '',
      // Null removes the button of the subject's previous toast.
      action: action ? { label: action.label, onClick: action.run } : null,
    });
    if (subject === undefined || part < parts - 1) continue;
    for (let gone = parts; gone < (shown.get(subject) ?? 0); gone++) toast.dismiss(`${subject} ${gone}`);
    shown.set(subject, parts);
  }
}

/** Toasts at the top right; hovering pauses them, alt+T focuses them (specification 2.9). */
export default function Toasts() {
  return (
    <>
      <link rel="stylesheet" href={sonnerStyles} precedence="default" />
      <link rel="stylesheet" href={toastStyles} precedence="default" />
      <Toaster
        position="top-right"
        hotkey={HOTKEY}
        closeButton
        expand
        visibleToasts={MAX_VISIBLE_TOASTS}
        offset={{ top: TOP, right: '1rem' }}
        mobileOffset={{ top: TOP, left: '1rem', right: '1rem' }}
      />
    </>
  );
}

/** Mounts the toaster at the end of <body> and shows queued toasts from now on. */
export function mountToasts(): void {
  const container = document.createElement('div');
  container.dataset['toasts'] = '';
  document.body.append(container);
  createRoot(container).render(<Toasts />);
  $toasts.subscribe(showQueuedToasts);
}
