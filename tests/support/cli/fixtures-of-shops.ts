import { type FormatFixture, table } from './format-fixture.ts';

export const zoho: FormatFixture = {
  format: 'a Zoho item export',
  documentation: 'https://www.zoho.com/in/inventory/help/items/item-import-export.html',
  rows: table(`
    Item ID,Item Name,SKU,HSN/SAC,Selling Price,Brand,Tax Percentage,Stock On Hand,Status,Sales Description,Category Name,Group Name,Attribute Name1,Attribute Option Name1,Attribute Name2,Attribute Option Name2
    1001,Clay mug,MUG-1,6912,INR 349.00,Kiln,12,12.00,Active,Holds 300 ml,Mugs,,,,,
    1002,Cotton kurta-S-Red,KU-S-R,6109,INR 799.00,Loom,5,4,Active,Soft,Kurtas,Cotton kurta,Size,S,Colour,Red
    1003,Cotton kurta-M-Red,KU-M-R,6109,INR 849.00,Loom,5,3,Active,Soft,Kurtas,Cotton kurta,Size,M,Colour,Red
    1004,Old mug,MUG-0,6912,INR 99.00,Kiln,12,1,Inactive,Holds 100 ml,Mugs,,,,,
  `),
  products: [
    { slug: 'clay-mug', name: 'Clay mug', category: 'Mugs', variants: [['', 349, 349, 12]] },
    {
      slug: 'cotton-kurta',
      name: 'Cotton kurta',
      category: 'Kurtas',
      variants: [
        ['S / Red', 799, 799, 4],
        ['M / Red', 849, 849, 3],
      ],
    },
  ],
};

export const square: FormatFixture = {
  format: 'a Square item library',
  documentation: 'https://squareup.com/help/us/en/article/5153-import-items-online',
  rows: table(
    `
    Token|Item Name|Variation Name|SKU|Description|Categories|GTIN|Price|Option Name 1|Option Value 1|Current Quantity Godown|Current Quantity Shop|New Quantity Shop|Archived|Permalink
    T1|Filter coffee|250 g|FC-250|Freshly ground|Coffee||₹249.00|Pack|250 g|4|3||N|filter-coffee
    T2|Filter coffee|500 g|FC-500|Freshly ground|Coffee||₹449.00|Pack|500 g|0|2||N|filter-coffee
    T3|Brass filter|Regular|BF|For two cups|Kitchen||₹899.00|||6|0||N|
    T4|Old filter|Regular|OF|For two cups|Kitchen||₹899.00|||6|0||Y|
  `,
    '|',
  ),
  products: [
    {
      slug: 'filter-coffee',
      name: 'Filter coffee',
      category: 'Coffee',
      variants: [
        ['250 g', 249, 249, 7],
        ['500 g', 449, 449, 2],
      ],
    },
    { slug: 'brass-filter', name: 'Brass filter', category: 'Kitchen', variants: [['', 899, 899, 6]] },
  ],
};

export const bigcommerce: FormatFixture = {
  format: 'a BigCommerce product export',
  documentation: 'https://support.bigcommerce.com/s/article/Importing-Exporting-Products',
  rows: table(
    `
    Item Type|Product ID|Product Name|Product Code/SKU|Brand Name|Product Description|Price|Retail Price|Sale Price|Product Visible?|Track Inventory|Current Stock Level|Category|Product Image File - 1|Product Image URL - 1|Product Image File - 2|Product Image URL - 2|Product URL
    Product|71|Linen shirt|LS|Loom|Cool|1299.0000|1999.0000|0.0000|Y|by option|0|Clothing/Shirts;Sale|a/1.jpg|https://pictures.example/1.jpg|a/2.jpg|https://pictures.example/2.jpg|/linen-shirt/
    SKU||[RT]Size=S,[CS]Colour=White:#ffffff|LS-S||||||||5||||||
    SKU||[RT]Size=M,[CS]Colour=White:#ffffff|LS-M||||||||2||||||
    Rule|||LS-M|||[ADD]50|||||||||||
    Product|72|Scarf|SC|Loom|Warm|499.0000|0.0000|399.0000|Y|by product|9|Clothing/Scarves||https://pictures.example/3.jpg|||/scarf/
    Product|73|Old scarf|SO|Loom|Warm|499.0000|0.0000|0.0000|N|by product|9|Clothing/Scarves||https://pictures.example/3.jpg|||/old-scarf/
  `,
    '|',
  ),
  products: [
    {
      slug: 'linen-shirt',
      name: 'Linen shirt',
      category: 'Shirts',
      pictures: 2,
      variants: [
        ['S / White', 1299, 1999, 5],
        ['M / White', 1349, 1999, 2],
      ],
    },
    { slug: 'scarf', name: 'Scarf', category: 'Scarves', pictures: 1, variants: [['', 399, 499, 9]] },
  ],
};

export const newBigcommerce: FormatFixture = {
  format: 'a BigCommerce product export',
  documentation: 'https://support.bigcommerce.com/s/article/Supported-Product-Fields',
  rows: table(
    `
    Item~ID~Name~Type~SKU~Options~Inventory Tracking~Current Stock~Price~Retail Price~Sale Price~Categories~Description~Product URL~Is Visible~Variant Image URL~Internal Image URL (Export)~Image URL (Import)~Image Description~Image Sort Order
    Product~81~Silk saree~physical~SR~~variant~0~4999~5999~0~Sarees~Woven~/silk-saree/~TRUE~~~~~
    Variant~82~~~SR-R~Type=Swatch|Name=Colour|Value=Red[#ff0000]~~3~~~~~~~~https://pictures.example/red.jpg~~~~
    Variant~83~~~SR-G~Type=Swatch|Name=Colour|Value=Green[#00ff00]~~1~5199~~~~~~~https://pictures.example/green.jpg~~~~
    Image~84~~~~~~~~~~~~~~~https://pictures.example/full.jpg~~Whole saree~0
    Product~91~Blouse~physical~BL~~product~6~799~~~Blouses~Cut~/blouse/~TRUE~~~~~
    Image~92~~~~~~~~~~~~~~~https://pictures.example/blouse.jpg~~~0
  `,
    '~',
  ),
  products: [
    {
      slug: 'silk-saree',
      name: 'Silk saree',
      category: 'Sarees',
      pictures: 3,
      variants: [
        ['Red', 4999, 5999, 3],
        ['Green', 5199, 5999, 1],
      ],
    },
    { slug: 'blouse', name: 'Blouse', category: 'Blouses', pictures: 1, variants: [['', 799, 799, 6]] },
  ],
};

export const ecwid: FormatFixture = {
  format: 'an Ecwid catalogue export',
  documentation: 'https://support.ecwid.com/hc/en-us/articles/10126195827100-CSV-file-format-for-products',
  rows: table(
    `
    type|product_internal_id|product_sku|product_name|product_price|product_compare_to_price|product_is_inventory_tracked|product_quantity|product_is_available|product_media_main_image_url|product_media_gallery_image_url_1|product_description|product_category_1|product_category_2|product_brand|product_option_name|product_option_value|product_variation_sku|product_variation_option_Size|product_variation_option_Colour
    product|11|JE|Slim jeans|1499|1999|true|0|true|https://pictures.example/j.jpg|https://pictures.example/j2.jpg|Stretch|Clothing/Jeans|New|Denim Co||||||
    product_option|11|||||||||||||||Size|S|||
    product_option|11|||||||||||||||Size|M|||
    product_variation|11|||||true|4||||||||||JE-S|S|Blue
    product_variation|11|||1599||true|1||||||||||JE-M|M|Blue
    product|12|BE|Belt|499||true|7|true|https://pictures.example/b.jpg||Leather|Clothing/Belts||Denim Co|||||
    product|13|OB|Old belt|499||true|7|false|https://pictures.example/b.jpg||Leather|Clothing/Belts||Denim Co|||||
  `,
    '|',
  ).map((row) => row.slice(0, 20)),
  products: [
    {
      slug: 'slim-jeans',
      name: 'Slim jeans',
      category: 'Jeans',
      pictures: 2,
      variants: [
        ['S / Blue', 1499, 1999, 4],
        ['M / Blue', 1599, 1999, 1],
      ],
    },
    { slug: 'belt', name: 'Belt', category: 'Belts', pictures: 1, variants: [['', 499, 499, 7]] },
  ],
};

export const prestashop: FormatFixture = {
  format: 'a PrestaShop product file',
  documentation:
    'https://docs.prestashop-project.org/1-6-documentation/english-documentation/user-guide/managing-advanced-parameters/csv-import-settings',
  rows: table(
    `
    Product ID|Active (0/1)|Name *|Categories (x,y,z...)|Price tax included|Discount amount|Discount percent|Reference #|Manufacturer|EAN13|Weight|Quantity|Summary|Description|Tags (x,y,z...)|URL rewritten|Image URLs (x,y,z...)|Image alt texts (x,y,z...)|Feature(Name:Value:Position)
    1|1|Jute bag|Home,Bags,Sale|1.299,00||10|JB|Kiln|||14|Strong|<p>Carries much</p>|jute|jute-bag|https://pictures.example/1.jpg,https://pictures.example/2.jpg|Bag, empty|Material:Jute:1,Care:Wipe:2
    2|1|Lamp|Home,Lamps|899.50|||LA|Kiln||1,5|3|Bright|||lamp-brass|https://pictures.example/3.jpg||
    3|0|Old lamp|Home,Lamps|899.50|||LO|Kiln||1,5|3|Bright|||old-lamp|https://pictures.example/3.jpg||
  `,
    '|',
  ),
  products: [
    { slug: 'jute-bag', name: 'Jute bag', category: 'Bags', pictures: 2, variants: [['', 1169.1, 1299, 14]] },
    { slug: 'lamp-brass', name: 'Lamp', category: 'Lamps', pictures: 1, variants: [['', 899.5, 899.5, 3]] },
  ],
};

export const opencart: FormatFixture = {
  format: 'an OpenCart product export',
  documentation: 'https://github.com/mhccorp/opencart-export-import',
  rows: table(
    `
    product_id|name(en-gb)|name(hi-in)|categories|sku|model|manufacturer|image_name|price|quantity|status|description(en-gb)|description(hi-in)|weight|weight_unit|subtract|meta_title(en-gb)
    1|Cotton Kurta|सूती कुर्ता|20|CK|CK|Loom|catalog/kurta.jpg|799.0000|4|true|Soft|नरम|0.25|kg|true|Kurta
    2|Jute bag|जूट बैग|21||JB|Kiln|catalog/bag.jpg|299.5000|9|true|Strong|मज़बूत|300|g|true|
    3|Old bag|पुराना|21||OB|Kiln|catalog/old.jpg|299.5000|9|false|Strong|मज़बूत|300|g|true|
  `,
    '|',
  ),
  products: [
    { slug: 'cotton-kurta', name: 'Cotton Kurta', pictures: 1, variants: [['', 799, 799, 4]] },
    { slug: 'jute-bag', name: 'Jute bag', pictures: 1, variants: [['', 299.5, 299.5, 9]] },
  ],
};

export const shopify2018: FormatFixture = {
  format: 'a Shopify product export',
  documentation: 'https://help.shopify.com/en/manual/products/import-export/using-csv',
  rows: table(
    `
    Handle|Title|Body (HTML)|Vendor|Type|Tags|Published|Option1 Name|Option1 Value|Option2 Name|Option2 Value|Variant SKU|Variant Grams|Variant Inventory Tracker|Variant Inventory Qty|Variant Price|Variant Compare At Price|Image Src|Image Alt Text
    kurta|Kurta|<p>Soft</p>|Loom|Kurtas|new|TRUE|Size|S|Colour|Red|K-S|200|shopify|4|799|999|https://pictures.example/k1.jpg|Front
    kurta||||||||M||Red|K-M|210|shopify|3|799|999|https://pictures.example/k2.jpg|
    kurta|||||||||||||||||https://pictures.example/k3.jpg|
    mug|Mug|<p>Clay</p>|Kiln|Mugs||TRUE|Title|Default Title|||M|300|shopify|9|349||https://pictures.example/m.jpg|
  `,
    '|',
  ),
  products: [
    {
      slug: 'kurta',
      name: 'Kurta',
      category: 'Kurtas',
      pictures: 3,
      variants: [
        ['S / Red', 799, 999, 4],
        ['M / Red', 799, 999, 3],
      ],
    },
    { slug: 'mug', name: 'Mug', category: 'Mugs', pictures: 1, variants: [['', 349, 349, 9]] },
  ],
};

export const shopify2025: FormatFixture = {
  format: 'a Shopify product export',
  documentation: 'https://help.shopify.com/en/manual/products/import-export/using-csv',
  rows: table(
    `
    Title|URL handle|Description|Vendor|Product category|Type|Tags|Published on online store|Status|SKU|Barcode|Option1 name|Option1 value|Price|Price / India|Compare-at price|Compare-at price / India|Inventory tracker|Inventory quantity|Continue selling when out of stock|Weight value (grams)|Product image URL|Image position|Image alt text|Variant image URL|Gift card|SEO title|SEO description
    Kurta|kurta|<p>Soft</p>|Loom|Apparel > Tops|Kurtas|new|TRUE|active|K-S||Size|S|799|789|999|989|shopify|4|FALSE|200|https://pictures.example/k1.jpg|1|Front||FALSE|A kurta|Soft kurta
    |kurta||||||||K-M|||M|799|789|999|989|shopify|3|FALSE|210|https://pictures.example/k2.jpg|2||||
    |kurta||||||||||||||||||||https://pictures.example/k3.jpg|3||||
    Mug|mug|<p>Clay</p>|Kiln|Home > Mugs|Mugs||TRUE|draft|M||Title|Default Title|349|||||shopify|9|FALSE|300|https://pictures.example/m.jpg|1|||
  `,
    '|',
  ).map((row) => [...row, ...Array<string>(28).fill('')].slice(0, 28)),
  products: [
    {
      slug: 'kurta',
      name: 'Kurta',
      category: 'Kurtas',
      pictures: 3,
      variants: [
        ['S', 789, 989, 4],
        ['M', 789, 989, 3],
      ],
    },
  ],
};
