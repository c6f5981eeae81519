/** The query parameter of `/faq` that names the product of a question; only its script reads it, since the page is the same for all. */
export const ABOUT_PARAMETER = 'about';
