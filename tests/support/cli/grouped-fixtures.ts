import { type FormatFixture, table } from './format-fixture.ts';

const kurta = (variants: FormatFixture['products'][number]['variants']) => ({
  slug: 'cotton-kurta',
  name: 'Cotton kurta',
  category: 'Kurtas',
  pictures: 2,
  variants,
});

/** Files whose rows belong together. */
export const groupedFixtures: Readonly<Record<string, FormatFixture>> = {
  WooCommerce: {
    format: 'a WooCommerce export',
    documentation: 'https://github.com/woocommerce/woocommerce/wiki/Product-CSV-Import-Schema',
    rows: table(
      `
      ID|Type|SKU|Name|Published|Visibility in catalog|Description|In stock?|Stock|Weight (kg)|Sale price|Regular price|Categories|Images|Parent|Attribute 1 name|Attribute 1 value(s)|Attribute 1 visible|Attribute 1 global
      13|variation|K-S|Cotton kurta - S|1|visible||1|4|0.2|699|799|||K|Size|S||1
      12|variable|K|Cotton kurta|1|visible|<p>Soft</p>|1|||||Clothes > Kurtas|https://p.example/1.jpg, https://p.example/2.jpg||Size|S, M|1|1
      14|variation|K-M|Cotton kurta - M|1|visible||1|3|0.2||799|||id:12|Size|M||1
      15|simple|MUG|Clay mug|1|visible|Clay|1|12|||349|Mugs|||Colour|Blue|1|0
    `,
      '|',
    ),
    products: [
      kurta([
        ['S', 699, 799, 4],
        ['M', 799, 799, 3],
      ]),
      { slug: 'clay-mug', name: 'Clay mug', category: 'Mugs', variants: [['', 349, 349, 12]] },
    ],
  },
  Wix: {
    format: 'a Wix export',
    documentation: 'https://support.wix.com/en/article/wix-stores-formatting-your-csv-file',
    rows: table(
      `
      handleId|fieldType|name|description|productImageUrl|collection|sku|price|surcharge|visible|discountMode|discountValue|inventory|weight|productOptionName1|productOptionType1|productOptionDescription1|brand
      p1|Product|Cotton kurta|<p>Soft</p>|a47bec_1~mv2.jpg;a47bec_2~mv2.jpg|Kurtas;Sale||800.0||true|PERCENT|10.0|InStock|0.2|Size|DROP_DOWN|S;M|Loom
      p1|Variant|||||K-M||50.0|true|||3||||M|Loom
      p1|Variant|||||K-S||0.0|true|||4||||S|Loom
    `,
      '|',
    ),
    products: [
      kurta([
        ['S', 720, 800, 4],
        ['M', 770, 850, 3],
      ]),
    ],
  },
  Magento: {
    format: 'a Magento export',
    documentation: 'https://experienceleague.adobe.com/en/docs/commerce-admin/systems/data-transfer/data-attributes-product',
    rows: table(
      `
      sku|attribute_set_code|product_type|categories|name|description|product_online|visibility|price|special_price|url_key|base_image|additional_images|additional_attributes|qty|is_in_stock|configurable_variations|meta_title
      K-S|Default|simple||Kurta S||1|Not Visible Individually|799.00|699.00|kurta-s||||4.0000|1||S
      K|Default|configurable|Default Category/Kurtas|Cotton kurta|Soft|1|Catalog, Search|||cotton-kurta|https://p.example/1.jpg|https://p.example/2.jpg|fabric=Cotton|0|1|sku=K-S,size=S|K
      MUG|Default|simple|Default Category/Mugs|Clay mug|Clay|1|Catalog, Search|349.00||clay-mug||||12.0000|1||M
    `,
      '|',
    ),
    products: [
      kurta([['S', 699, 799, 4]]),
      { slug: 'clay-mug', name: 'Clay mug', category: 'Mugs', variants: [['', 349, 349, 12]] },
    ],
  },
  Squarespace: {
    format: 'a Squarespace export',
    documentation: 'https://support.squarespace.com/hc/en-us/articles/206542347',
    rows: table(
      `
      Product ID [Non Editable]|Variant ID [Non Editable]|Product Type [Non Editable]|Product URL|Title|Description|SKU|Option Name 1|Option Value 1|Price|Sale Price|On Sale|Stock|Categories|Tags|Visible|Hosted Image URLs|Weight
      p1|v1|PHYSICAL|cotton-kurta|Cotton kurta|<p>Soft</p>|K-S|Size|S|799.00|699.00|Yes|4|/kurtas|new|Yes|https://p.example/1.jpg https://p.example/2.jpg|0.2
      p1|v2|PHYSICAL||||K-M|Size|M|799.00|0.00|No|3|||||0.2
    `,
      '|',
    ),
    products: [
      kurta([
        ['S', 699, 799, 4],
        ['M', 799, 799, 3],
      ]),
    ],
  },
  Etsy: {
    format: 'an Etsy export, which has one price for all variants of a listing and one quantity, divided among them',
    documentation: 'https://help.etsy.com/hc/en-us/articles/360000343508',
    rows: table(
      `
      TITLE|DESCRIPTION|PRICE|CURRENCY_CODE|QUANTITY|TAGS|MATERIALS|IMAGE1|IMAGE2|VARIATION 1 TYPE|VARIATION 1 NAME|VARIATION 1 VALUES|SKU
      Clay mug|Holds 300 ml|349|INR|3|clay_mug|Clay|https://p.example/1.jpg|https://p.example/2.jpg|Custom|Size|Small,Large|MUG
    `,
      '|',
    ),
    products: [
      {
        slug: 'clay-mug',
        name: 'Clay mug',
        pictures: 2,
        variants: [
          ['Small', 349, 349, 2],
          ['Large', 349, 349, 1],
        ],
      },
    ],
  },
};
