import { CheckIcon } from '#islands/ui/CheckIcon.tsx';
import { type ContactMessage, startNewContactMessage } from '#lib/state/contact.ts';
import './MessageSent.css';

interface Props {
  message: ContactMessage;
}

export function MessageSent({ message }: Props) {
  return (
    <div className="message-sent">
      <CheckIcon />
      <h3 tabIndex={-1}>
        Thank you, <span translate="no">{message.firstname}</span>
      </h3>
      <p>
        <span>{`We have received your message about “${message.subject}” and will reply to `}</span>
        <strong>{message.email}</strong>.
      </p>
      <button type="button" className="button" onClick={startNewContactMessage}>
        Write another message
      </button>
    </div>
  );
}
