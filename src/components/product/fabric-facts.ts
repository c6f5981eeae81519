/** Names of facts about what a product is made of, how it fits and how it is kept. */
const fabricNames =
  /\b(?:care|collar|composition|cut|fabric|fibre|fit|gsm|leather|length|lining|material|neck|neckline|pattern|rise|sleeves?|sole|upper|wash|washing|weave|weight)\b/i;

/** Whether a fact, such as "Fabric" or "Wash care", is one of them. */
export const isAboutFabric = (name: string): boolean => fabricNames.test(name);
