import './CheckIcon.css';

/** A check mark for a success; decorative. */
export const CheckIcon = () => <i className="icon check" />;
