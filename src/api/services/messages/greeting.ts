/** The greeting of a mail to a customer; `name` is sanitised. */
export const greet = (name: string): string => `Dear ${name},`;
