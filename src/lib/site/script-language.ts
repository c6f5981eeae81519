/** Languages of India by the script that they are mostly written in. */
const languages = {
  hi: /\p{Script=Devanagari}/u,
  bn: /\p{Script=Bengali}/u,
  pa: /\p{Script=Gurmukhi}/u,
  gu: /\p{Script=Gujarati}/u,
  or: /\p{Script=Oriya}/u,
  ta: /\p{Script=Tamil}/u,
  te: /\p{Script=Telugu}/u,
  kn: /\p{Script=Kannada}/u,
  ml: /\p{Script=Malayalam}/u,
};

/**
 * The `lang` of a name that has letters of an Indian script: screen readers speak it, and headings leave room for its marks
 * (styles/base.css). Undefined for other text, which has the language of the page.
 */
export const langOf = (text: string): string | undefined =>
  Object.entries(languages).find(([, script]) => script.test(text))?.[0];
