import { splitNames } from '#api/services/import/facts/recognised-facts.ts';
import type { Target } from './targets.ts';

/** The kinds of prices, which tables tell apart in many words: `price` alone can be either. */
export type PriceName = 'offer' | 'price' | 'mrp';

/** Columns that are about something else, although their names contain words of those below. */
const others = splitNames(
  `s no, sr no, sl no, sn, sno, srno, slno, serial, serial no, serial number, row, row no, क्रम, क्र, क्रमांक, क्र सं, क्र स, क्रम संख्या,
  cost price, cp, dp, purchase, purchase price, purchase rate, buying price, buy price, landing, landing price, landing cost, landed cost, wholesale, wholesale price, wholesale rate,
  dealer price, dealer rate, trade price, factory price, making, making charges, ws rate, ws price, b2b price, b2b rate, खरीद, खरीद मूल्य, थोक, थोक मूल्य,
  total, total amount, total value, amount, value, stock value, gst amount, tax amount, gstin, gst no, discount, discount percent, disc, margin, profit, commission, shipping, shipping charges, delivery charge,
  min order, moq, minimum quantity, reorder, reorder level, min stock, minimum stock, max stock, sold, sold qty, sales, ordered, ordered qty, damaged, returned, reserved,
  supplier, supplier name, vendor phone, vendor code, vendor name, party, party name, rack, shelf, bin, location, godown, warehouse, remark, remarks, note, notes, टिप्पणी, date, updated, updated on, created, status, active, featured,
  length, width, height, unit, units of measure, uom, per, इकाई`,
);

/** What a column of the kind is called, the likeliest name first. Names are as `foldHeader` returns them. */
const names: Record<Exclude<Target, 'price' | 'mrp' | 'sizestock' | 'sizeprice'> | PriceName, readonly string[]> = {
  name: splitNames(
    `product name, item name, product title, name of product, name of item, article name, design name, style name, model name, name, product, item, title, items, products, particulars, particular,
    goods, description of goods, item description, product description, उत्पाद का नाम, वस्तु का नाम, सामान का नाम, आइटम का नाम, नाम, उत्पाद, वस्तु, सामान, आइटम, माल, design, style, article, model`,
  ),
  offer: splitNames(
    `selling price, sale price, offer price, our price, special price, discounted price, discount price, deal price, online price, web price, website price, final price, net price, net rate, selling rate, sale rate, offer rate,
    retail rate, retail price, sp, mop, offer, offer only, बिक्री मूल्य, विक्रय मूल्य, बेचने का दाम, ऑफर, ऑफ़र`,
  ),
  price: splitNames(
    'price, rate, unit price, unit rate, prices, rates, price each, rate each, मूल्य, दाम, कीमत, क़ीमत, भाव, रेट, cost',
  ),
  mrp: splitNames(
    `mrp, m r p, maximum retail price, max retail price, list price, regular price, original price, actual price, market price, old price, was, was price, price before, strike price, printed price, एमआरपी, एम आर पी,
    अधिकतम मूल्य, अधिकतम खुदरा मूल्य, छपा मूल्य`,
  ),
  stock: splitNames(
    `stock, qty, quantity, stock qty, stock quantity, closing stock, current stock, available stock, available qty, available, balance, balance qty, bal qty, bal, closing balance, in stock, on hand, stock on hand, in hand, inventory, pcs, pieces,
    nos, no of pcs, no of pieces, units, opening stock, remaining, मात्रा, स्टॉक, स्टाक, संख्या, नग, शेष, बचा, उपलब्ध`,
  ),
  size: splitNames(
    'size, sizes, available sizes, sizes available, size available, shoe size, waist, waist size, साइज़, साइज, आकार, माप, नाप',
  ),
  colour: splitNames('colour, color, colours, colors, shade, shades, colour name, color name, रंग, कलर'),
  option: splitNames(
    'variant, variation, flavour, flavor, pack, pack size, packing, pack of, volume, capacity, age group, age, storage, scent, fragrance, स्वाद, पैक',
  ),
  picture: splitNames(
    `photo, image, pic, picture, photos, images, pics, pictures, photo link, image link, picture link, photo url, image url, picture url, pic url, main image, front image, back image, photo name, image name, photo file, image file, img, image src, link,
    url, drive link, फोटो, फ़ोटो, चित्र, तस्वीर, लिंक`,
  ),
  category: splitNames(
    `sub category, subcategory, category, category name, categories, product category, item category, product type, type, department, dept, item group, product group, stock group, group, section, segment, collection, class, family, श्रेणी, वर्ग,
    प्रकार, विभाग, समूह`,
  ),
  description: splitNames(
    `description, details, product details, about, long description, full description, short description, about product, features, specification, specifications, desc, विवरण, वर्णन, जानकारी`,
  ),
  code: splitNames(
    `sku, sku code, item code, product code, article code, article no, article number, art no, art number, art, design no, design number, design code, style no, style number, style code, model no, model number, code, code no, item no, item number,
    product no, product id, item id, ref, ref no, reference, part no, id, कोड, कोड नं, आइटम कोड`,
  ),
  barcode: splitNames('barcode, bar code, ean, ean code, ean 13, ean no, upc, gtin, isbn, barcode no, बारकोड'),
  brand: splitNames(
    'brand, brand name, make, manufacturer, company, company name, mfg, mfr, maker, vendor, ब्रांड, ब्रैंड, कंपनी, निर्माता',
  ),
  gst: splitNames('gst, gst rate, gst percent, gst slab, tax, tax rate, tax percent, igst, igst rate, vat, जीएसटी, कर, कर दर'),
  hsn: splitNames('hsn, hsn code, hsn no, hsn sac, hsn sac code, sac, एचएसएन'),
  weight: splitNames(
    'weight, net weight, gross weight, item weight, product weight, shipping weight, wt, net wt, gross wt, wgt, grams, gms, वजन, वज़न, भार',
  ),
  origin: splitNames('country of origin, origin, made in, country, मूल देश, निर्माण देश'),
  tags: splitNames('tags, keywords, search words, search terms, labels'),
  fact: splitNames(
    `fabric, material, composition, pattern, print, occasion, fit, work, neck, neck type, sleeve, sleeves, sleeve length, care, wash care, lining, gender, ideal for, finish, shape, season, weave, blouse, blouse piece, ingredients, shelf life, warranty,
    dimensions, saree length, stone, purity, metal, plating, author, publisher, language, power, voltage, कपड़ा, सामग्री`,
  ),
};

export type HeaderName = keyof typeof names | 'other';

const all = [['other', others] as const, ...(Object.entries(names) as [HeaderName, readonly string[]][])];

/** Words that say in what a column counts, or its language, which do not change what it is. */
const units =
  /\b(?:rs|inr|rupees?|per pc|per piece|pcs each|incl(?:uding)?(?: of)?(?: all)? (?:gst|tax(?:es)?)|excl(?:uding)? (?:gst|tax(?:es)?)|in (?:rs|inr|kgs?|gms?|grams?|g))\b|\b(?:english|en (?:gb|us|in))\b|₹|रुपये|रु\b/gu;

/** A column's name as words in lower case: "M.R.P. (₹)", "productName" and "GST_%" are "m r p", "product name" and "gst percent". */
export const foldHeader = (name: string): string => {
  const words = name
    .normalize('NFC')
    .replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ')
    .toLowerCase()
    .replaceAll('%', ' percent ')
    .replaceAll('#', ' no ')
    .replace(/[^\p{L}\p{M}\p{N}₹]+/gu, ' ')
    .trim();
  return words.replace(units, ' ').replace(/\s+/g, ' ').trim() || words;
};

export interface NameMatch {
  is: HeaderName;
  /** 2 for a name as a whole, below 1 for words in it; more is likelier. */
  score: number;
}

/** Words that say too little inside a longer name: "url key" is no address, "HSN ID" no code of a product. */
const wholeOnly: ReadonlySet<string> = new Set(
  splitNames(
    'id, url, link, type, class, family, section, art, ref, make, was, per, date, value, fit, work, print, shape, variant, variation, vendor, available',
  ),
);

/** How much likelier the first name of a list is than the last. */
const ORDER = 0.2;

/** What a column's name can mean, the likeliest first. */
export function readHeaderName(name: string): NameMatch[] {
  const folded = foldHeader(name);
  if (folded === '') return [];
  const padded = ` ${folded} `;
  return all
    .flatMap(([is, list]): NameMatch[] => {
      const scores = list.flatMap((each, index) => {
        const order = ORDER * (1 - index / list.length);
        if (each === folded) return [2 + order];
        // Of the words of a long name the longer match counts, and the last words more than the first: "Item Rate" is a rate.
        if (wholeOnly.has(each) || !padded.includes(` ${each} `)) return [];
        return [each.length / folded.length / 2 + (padded.endsWith(` ${each} `) ? 0.3 : 0) + order];
      });
      return scores.length > 0 ? [{ is, score: Math.max(...scores) }] : [];
    })
    .sort((a, b) => b.score - a.score);
}
