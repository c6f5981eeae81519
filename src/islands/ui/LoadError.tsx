import '#styles/ui/notice.css';
import '#styles/ui/link.css';

interface Props {
  message: string;
  /** A retry is in progress. */
  busy: boolean;
  retry: () => void;
}

/** An alert for data that failed to load, with a retry button. */
export function LoadError({ message, busy, retry }: Props) {
  return (
    <div className="notice" role="alert">
      <p>{message}</p>
      <button type="button" className="link" disabled={busy} onClick={retry}>
        Try again
      </button>
    </div>
  );
}
