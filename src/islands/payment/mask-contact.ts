const HIDDEN = '•••';

/** An email address that its owner recognises: "a•••@example.com". */
export const maskEmail = (email: string): string => email.replace(/^(.).*(?=@)/u, `$1${HIDDEN}`);

/** A phone number that its owner recognises: "98•••••210". */
export const maskPhone = (digits: string): string => `${digits.slice(0, 2)}${'•'.repeat(5)}${digits.slice(-3)}`;
