/** Blocks of a page that contain no others once those before them are taken out, in the order in which they are. */
const patterns: [name: string, pattern: RegExp][] = [
  ['data', /<script type="application\/ld\+json"[\s\S]*?<\/script>/g],
  ['script', /<script[\s\S]*?<\/script>/g],
  ['style', /<style[\s\S]*?<\/style>/g],
  ['head', /<head>[\s\S]*?<\/head>/g],
  ['footer', /<footer[\s\S]*?<\/footer>/g],
  ['header', /<header[\s\S]*?<\/header>/g],
  ['card', /<li class="card[ "][\s\S]*?<\/li>/g],
  ['buy box', /<astro-island[^>]*BuyBox[\s\S]*?<\/astro-island>/g],
  ['heading', /<h1[\s\S]*?<\/h1>/g],
  ['section', /<section[\s\S]*?<\/section>/g],
];

/** The blocks of a page by name and position; `rest` is what is in none. */
function blocksOf(html: string): Map<string, string> {
  const blocks = new Map<string, string>();
  let rest = html;
  for (const [name, pattern] of patterns) {
    let position = 0;
    rest = rest.replaceAll(pattern, (block) => {
      blocks.set(`${name} ${++position}`, block);
      return '';
    });
  }
  return blocks.set('rest', rest);
}

/** The names of the blocks in which two pages differ. */
export function differingBlocks(one: string, other: string): string[] {
  const [before, after] = [blocksOf(one), blocksOf(other)];
  return [...new Set([...before.keys(), ...after.keys()])].filter((name) => before.get(name) !== after.get(name));
}

/** The blocks in which a field is shown: its page, its call and its path. `data` is JSON-LD, `head` has the description and the pictures. */
const places: [fields: RegExp, blocks: RegExp][] = [
  [/ storeInfo storeinfo\.store_name$/, /^(data|head|header|footer) \d$/],
  [/ storeInfo storeinfo\.logo$/, /^(data|header|footer) 1$/],
  [/ storeInfo storeinfo\.legal(\.\w+)?$/, /^(data|footer) 1$/],
  // Without script, a product's page names the shop's contact.
  [/^product storeInfo storeinfo\.legal(\.support_(email|phone))?$/, /^rest$/],
  // Sizes are choices of the filters.
  [/^shop subcategoryVariations data\.0\.sub_category_variation$/, /^rest$/],
  [/ storeInfo storeinfo\.(\w+Color|fontFamily|picture_ratio)$/, /^style 1$/],
  [/ storeInfo storeinfo\.topHeaderBackgroundColor$/, /^head 1$/],
  [/ storeInfo storeinfo\.search_terms$/, /^header 1$/],
  // The menu is in the header, and on phones in a layer of its own; texts of the shop have links in it and some in the footer.
  [/ storeInfo storeinfo\.(menu(\.0\.\w+)?|faq|terms|privacy)$/, /^(header 1|rest)$/],
  [/ storeInfo storeinfo\.(returns|shipping_policy)$/, /^(header 1|footer 1|rest)$/],
  [
    / storeInfo storeinfo\.(announcement|api|offer_count|offers|payment_methods|return_days|(prepaid_discount|shipping)(\.\w+)*)$/,
    /^rest$/,
  ],
  // The card of delivery names cost, ways to pay and returns.
  [/^product storeInfo storeinfo\.(payment_methods|return_days|shipping(\.\w+)*)$/, /^section 1$/],
  [/^home storeInfo storeinfo\.shipping(\.\w+)*$/, /^(data|head) 1$/],
  [/^home storeInfo storeinfo\.return(s|_days)$/, /^data 1$/],
  [/^product storeInfo storeinfo\.shipping(\.\w+)*$/, /^data 1$/],
  [/^home storeInfo storeinfo\.bannerType$/, /^section 1$/],
  [/^home storeInfo storeinfo\.categoryLayout$/, /^section 2$/],
  [/^categories storeInfo storeinfo\.categoryLayout$/, /^rest$/],
  [/ storeInfo storeinfo\.sub_category_list\.0\.image$/, /^(header|card) 1$/],
  [/^categories storeInfo storeinfo\.sub_category_list\.0\.image$/, /^head 1$/],
  [/^home homePageSections data\.0\.slides\.0\.\w+$/, /^section 1$/],
  [/^home homePageSections data\.0\.slides\.0\.heading$/, /^heading 1$/],
  [/^home newArrivals data\.0\.\w+/, /^card 5$/],
  // With a new arrival that no other section shows, those that are shown above are left out.
  [/^home newArrivals data\.0\.product_id$/, /^card 6$/],
  [/^shop getProducts data\.0\.\w+/, /^card 1$/],
  [/^shop getProducts data\.0\.cover_image$/, /^head 1$/],
  [/^shop getProducts (current_page|last_page|more|total)$/, /^(head|section) 1$/],
  // The island of the buy box has all that a line of the cart keeps.
  [
    /^product \w+ data\.(retailer_product_id|\w+_id|final_price|mrp|product_stock|sale_ends_at|variants_total|option_name)$/,
    /^buy box 1$/,
  ],
  [/^product \w+ data\.(variants(\.0\.\w+)?|option_name)$/, /^(data|buy box) 1$/],
  [/^product \w+ data\.(attributes|designs)(\.\w+)*$/, /^(rest|style [2-4])$/],
  [/^product \w+ data\.(seo_title|seo_description)$/, /^head 1$/],
  // It heads the products that are shown below.
  [/^product \w+ data\.related(\.0)?$/, /^section 2$/],
  // Its styles are in the page only with it, and its dialog has a header.
  [/^product \w+ data\.size_guide(\.\w+)*$/, /^(header 2|buy box 1|rest|style [2-4])$/],
  // Pictures of variants are shown with the choices.
  [/^product \w+ data\.product_images$/, /^buy box 1$/],
  // The delivery check asks what delivering the first variant costs.
  [/^product \w+ data\.variants(\.0\.id)?$/, /^rest$/],
  // The script that chooses a variant is there for a product with variants.
  [/^product \w+ data\.variants$/, /^script [23]$/],
  [/^product \w+ data\.(retailer_product_id|seller_name)$/, /^(data 1|buy box 1|rest)$/],
  [/^product \w+ data\.(brand|country_of_origin|product_images)$/, /^(data 1|rest)$/],
  [/^product \w+ data\.description$/, /^(data 1|head 1|rest)$/],
  // The cover is in the cart's line and among the products seen before.
  [/^product \w+ data\.cover_image$/, /^(data|head|buy box) 1$|^section 3$/],
  [/^product \w+ data\.sub_category\.id$/, /^buy box 1$/],
  // The category is in the breadcrumbs and in the banner, and heads the products of the same category.
  [/^product \w+ data\.sub_category(\.sub_category_name)?$/, /^(data \d|buy box 1|section 2|rest)$/],
];

/** Fields that more follows from than their own place, each with the reason. */
const exceptions: { fields: RegExp; blocks: RegExp; reason: string }[] = [
  { fields: /^product \w+ data\.slug$/, blocks: /^301$/, reason: 'a product without a slug has its id as its address' },
  {
    fields: /^product \w+ data\.sub_category$/,
    blocks: /^(card 1|section 3)$/,
    reason: 'without a category there are no products of the same, and the sections below move up',
  },
  {
    fields: /^(home newArrivals|shop getProducts) data\.0\.name$/,
    blocks: /^card \d$/,
    reason: 'a product without a name is left out, and the next has its position',
  },
  {
    fields: /^home homePageSections data\.0\.(type|slides)$/,
    blocks: /^(head|card|heading|section) \d$/,
    reason: 'a section of an unknown type, or a banner without slides, is left out, and those below move up',
  },
  {
    fields: /^\w+ storeInfo storeinfo\.sub_category_list(\.0\.name)?$/,
    blocks: /^(head|header|footer|card|section) \d$|^rest$/,
    reason: 'header, footer, description and sections list the categories; one without a name is left out',
  },
];

/** Whether a block of a page may differ after a change of a field of a reply. */
export function mayChange(page: string, call: string, field: string, block: string): boolean {
  const name = `${page} ${call} ${field}`;
  const listed = [...places, ...exceptions.map(({ fields, blocks }): [RegExp, RegExp] => [fields, blocks])];
  return listed.some(([fields, blocks]) => fields.test(name) && blocks.test(block));
}
