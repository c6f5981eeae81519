import { type FormatFixture, table } from './format-fixture.ts';

export const meesho: FormatFixture = {
  format: 'a Meesho sheet',
  documentation: 'https://supplier.meesho.com/ (Catalog Upload, Add Catalog in Bulk, template of a category)',
  rows: table(
    `
    Product Name*|Variation*|Meesho Price*|Wrong/Defective Returns Price|MRP*|GST %*|HSN ID*|Net Weight (gms)*|Inventory*|Country of Origin*|Image 1 (Front)*|Image 2|Product ID / Style ID|SKU ID|Brand Name|Color|Fabric|Product Description
    सूती कुर्ता|S|₹399|389|999|5|6109|250|20|India|https://pictures.example/k1.jpg|https://pictures.example/k2.jpg|ST-1|K-S|Loom|Blue|Cotton|Soft, for summer
    सूती कुर्ता|M|₹419|389|999|5|6109|260|7|India|https://pictures.example/k1.jpg|https://pictures.example/k2.jpg|ST-1|K-M|Loom|Blue|Cotton|Soft, for summer
    Dupatta|Free Size|199|189|499|5|6214|120|9|India|https://pictures.example/d.jpg||ST-2|D-1|Loom|Red|Silk|Light
  `,
    '|',
  ),
  products: [
    {
      slug: 'सूती-कुर्ता',
      name: 'सूती कुर्ता',
      pictures: 2,
      variants: [
        ['S', 399, 999, 20],
        ['M', 419, 999, 7],
      ],
    },
    { slug: 'dupatta', name: 'Dupatta', pictures: 1, variants: [['', 199, 499, 9]] },
  ],
};

export const flipkart: FormatFixture = {
  format: 'a Flipkart listing sheet',
  documentation:
    'https://seller.flipkart.com/ (Listings, Download listing file; Add new listing in bulk, template of a vertical)',
  rows: table(
    `
    Flipkart Serial Number|Seller SKU ID|Group ID|Model Name|Brand|Size|Color|MRP (INR)|Your selling price (INR)|Stock|Listing Status|HSN|Tax Code|Country Of Origin|Main Image URL|Other Image URL 1|Other Image URL 2|Description|Sub-category
    FSN1|SH-8|G1|Court shoes|Stride|8|White|2,499|1,299|5|ACTIVE|6403|GST_18|India|https://pictures.example/s1.jpg|https://pictures.example/s2.jpg|https://pictures.example/s3.jpg|Light|Shoes
    FSN2|SH-9|G1|Court shoes|Stride|9|White|2,499|1,349|0|ACTIVE|6403|GST_18|India|https://pictures.example/s1.jpg|https://pictures.example/s2.jpg|https://pictures.example/s3.jpg|Light|Shoes
    FSN3|BAG-1|G2|Gym bag|Stride||Black|999|599|8|ACTIVE|4202|GST_18|India|https://pictures.example/b.jpg|||Roomy|Bags
    FSN4|BAG-2|G3|Old bag|Stride||Black|999|599|8|INACTIVE|4202|GST_18|India|https://pictures.example/o.jpg|||Roomy|Bags
  `,
    '|',
  ),
  products: [
    {
      slug: 'court-shoes',
      name: 'Court shoes',
      category: 'Shoes',
      pictures: 3,
      variants: [
        ['8', 1299, 2499, 5],
        ['9', 1349, 2499, 0],
      ],
    },
    { slug: 'gym-bag', name: 'Gym bag', category: 'Bags', pictures: 1, variants: [['', 599, 999, 8]] },
  ],
};

export const amazon: FormatFixture = {
  format: 'an Amazon flat file',
  documentation: 'https://sellercentral.amazon.in/help/hub/reference/G201576410',
  rows: table(
    `
    item_sku|item_name|feed_product_type|brand_name|standard_price|maximum_retail_price|quantity|main_image_url|other_image_url1|other_image_url2|parent_child|parent_sku|relationship_type|variation_theme|size_name|color_name|product_description|bullet_point1|bullet_point2|country_of_origin|update_delete
    TEE|Cotton tee|shirt|Loom||||https://pictures.example/t.jpg|https://pictures.example/t2.jpg|https://pictures.example/t3.jpg|Parent|||SizeName-ColorName|||A tee & more|Soft|Washable|India|
    TEE-S|Cotton tee (S, Red)|shirt|Loom|499|999|5|https://pictures.example/t.jpg|||Child|TEE|Variation|SizeName-ColorName|S|Red|A tee & more|Soft|Washable|India|
    TEE-M|Cotton tee (M, Red)|shirt|Loom|549.00|999|0|https://pictures.example/t.jpg|||Child|TEE|Variation|SizeName-ColorName|M|Red|A tee & more|Soft|Washable|India|
    MUG|Blue mug|mug|Kiln|349|399|12|https://pictures.example/m.jpg||||||||Blue|Holds 300 ml|||India|
    GONE|Old mug|mug|Kiln|349|399|12|https://pictures.example/g.jpg||||||||Blue|Holds 300 ml|||India|Delete
  `,
    '|',
  ),
  products: [
    {
      slug: 'cotton-tee',
      name: 'Cotton tee',
      category: 'shirt',
      pictures: 3,
      variants: [
        ['S / Red', 499, 999, 5],
        ['M / Red', 549, 999, 0],
      ],
    },
    { slug: 'blue-mug', name: 'Blue mug', category: 'mug', pictures: 1, variants: [['', 349, 399, 12]] },
  ],
};

export const amazonListings: FormatFixture = {
  format: 'an Amazon listings report',
  documentation: 'https://developer-docs.amazon.com/sp-api/docs/report-type-values-inventory',
  rows: table(
    `
    item-name|item-description|listing-id|seller-sku|price|quantity|open-date|asin1|maximum-retail-price|status
    Clay mug|Holds 300 ml|L1|MUG-1|349|12|2026-01-02|B0|399|Active
    Old mug|Holds 100 ml|L2|MUG-0|99|1|2026-01-02|B1|199|Inactive
  `,
    '|',
  ),
  products: [{ slug: 'clay-mug', name: 'Clay mug', variants: [['', 349, 399, 12]] }],
};

export const googleFeed: FormatFixture = {
  format: 'a Google product feed',
  documentation: 'https://support.google.com/merchants/answer/7052112',
  rows: table(
    `
    id|title|description|link|image_link|additional_image_link|price|sale_price|sale_price_effective_date|availability|item_group_id|color|size|gtin|brand|product_type|google_product_category|custom_label_0
    K-S|Cotton kurta, S / Red|Soft|https://shop.example/products/red-kurta?size=s|https://pictures.example/k.jpg|https://pictures.example/k2.jpg,https://pictures.example/w_200,h_100/k3.jpg|999.00 INR|799.00 INR||in_stock|K|Red|S||Loom|Clothing > Kurtas|2271|summer
    K-M|Cotton kurta, M / Red|Soft|https://shop.example/products/red-kurta?size=m|https://pictures.example/k.jpg||999.00 INR|||out_of_stock|K|Red|M||Loom|Clothing > Kurtas|2271|
    MUG|Clay mug|Holds 300 ml|https://shop.example/p/1002|https://pictures.example/m.jpg||349.00 INR|||in stock||Blue||8901234567890|Kiln|Home > Mugs|2169|
  `,
    '|',
  ),
  products: [
    {
      slug: 'red-kurta',
      name: 'Cotton kurta',
      category: 'Kurtas',
      pictures: 3,
      variants: [
        ['S / Red', 799, 999],
        ['M / Red', 999, 999, 0],
      ],
    },
    { slug: 'clay-mug', name: 'Clay mug', category: 'Mugs', pictures: 1, variants: [['', 349, 349]] },
  ],
};
