import '#styles/ui/notice.css';
import '#styles/ui/link.css';

interface Props {
  message: string;
  /** A load is under way again. */
  busy: boolean;
  retry: () => void;
}

/** Says that something could not be loaded, why, and offers to try again. */
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
