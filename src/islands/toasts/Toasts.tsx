import { createRoot } from 'react-dom/client';
import { Toaster, toast } from 'sonner';
import sonnerStyles from 'sonner/dist/styles.css?url';
import { t } from '#lib/contract/text/t.ts';
import { $toasts, drainToasts, type Toast } from '#lib/state/ui/toasts.ts';
import toastStyles from './Toasts.css?url';

const HOTKEY = ['altKey', 'KeyT'];

/** Messages of the last reply that follow the toast shown. */
let following: readonly Toast[] = [];

function showNext(): void {
  const [next, ...rest] = following;
  following = rest;
  if (!next) return;
  const { id, kind, text, duration, action } = next;
  const follow = () => {
    if (following === rest) showNext();
  };
  toast[kind](text, {
    id,
    duration,
    ...(action && { action: { label: action.label, onClick: action.run } }),
    onAutoClose: follow,
    onDismiss: follow,
  });
}

/** Shows one toast at a time: newer messages replace those before, and messages queued together follow each other. */
function showQueuedToasts(): void {
  const queued = drainToasts();
  if (queued.length === 0) return;
  following = queued;
  toast.dismiss();
  showNext();
}

/** Toasts at the top right; hovering pauses them, alt+T focuses them (specification, interface). */
export default function Toasts() {
  return (
    <>
      <link rel="stylesheet" href={sonnerStyles} precedence="default" />
      <link rel="stylesheet" href={toastStyles} precedence="default" />
      <Toaster
        position="top-right"
        hotkey={HOTKEY}
        closeButton
        visibleToasts={1}
        containerAriaLabel={t('Notifications')}
        toastOptions={{ closeButtonAriaLabel: t('Close toast') }}
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
