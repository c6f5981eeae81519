import { t } from '#lib/contract/text/t.ts';
import '#styles/ui/notice.css';
import '#styles/ui/link.css';

interface Props {
  message: string;
  busy: boolean;
  retry: () => void;
}

export function LoadError({ message, busy, retry }: Props) {
  return (
    <div className="notice" role="alert">
      <p>{message}</p>
      <button type="button" className="link" disabled={busy} onClick={retry}>
        {t('Try again')}
      </button>
    </div>
  );
}
