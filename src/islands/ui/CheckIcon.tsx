import './CheckIcon.css';

/** The tick of something that went well; decorative. */
export const CheckIcon = () => <i className="icon check" />;
