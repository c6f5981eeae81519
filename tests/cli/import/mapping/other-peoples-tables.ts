/** A table in the words of a shop's owner, and what the shop should make of it. */
export interface OtherTable {
  of: string;
  text: string;
  /** Each product as "name: category | size, price of MRP, stock; …". */
  products: readonly string[];
  /** What the owner has to answer differently from the guess: columns with what they are. */
  corrections?: Readonly<Record<string, string>>;
}

/** Twelve tables as owners of small shops keep them, written for these tests. */
export const tables: readonly OtherTable[] = [
  {
    of: 'kurtas, one row for each size',
    text: `Product Name,Category,Size,MRP,Selling Price,Stock,Photo
Cotton Kurta,Kurtas,S,"Rs. 1,499/-","Rs. 1,299/-",4,kurta.jpg
Cotton Kurta,Kurtas,M,"Rs. 1,499/-","Rs. 1,299/-",0,kurta.jpg
Linen Kurta,Kurtas,M,1999,1799,7,linen.jpg`,
    products: ['Cotton Kurta: Kurtas | S, 1299 of 1499, 4; M, 1299 of 1499, 0', 'Linen Kurta: Kurtas | M, 1799 of 1999, 7'],
  },
  {
    of: 'a wholesaler, with a title, item, rate and totals',
    text: `\ufeffSHREE BALAJI TRADERS - STOCK LIST,,,,,
\ufeffas on 28/11/2026,,,,,
,,,,,
Sr. No.,Item,Rate,Qty,Amount,Pic
1,Steel Bottle 1 L,450,12,5400,https://pics.example/bottle.jpg
2,Lunch Box,650,8,5200,https://pics.example/lunch.jpg
3,Water Jug,899,3,2697,https://pics.example/jug.jpg
Total,,,23,13297,`,
    products: ['Steel Bottle 1 L: Other | , 450, 12', 'Lunch Box: Other | , 650, 8', 'Water Jug: Other | , 899, 3'],
  },
  {
    of: 'a shop in Hindi',
    text: `क्रम,नाम,श्रेणी,साइज़,रंग,मूल्य,मात्रा,विवरण,फोटो
१,सूती कुर्ता,कुर्ते,M,लाल,₹ १२९९,४,हाथ की छपाई वाला सूती कुर्ता,kurta-lal.jpg
२,सूती कुर्ता,कुर्ते,M,नीला,₹ १२९९,२,हाथ की छपाई वाला सूती कुर्ता,kurta-nila.jpg
३,बनारसी साड़ी,साड़ियाँ,,हरा,₹ ५४९९,१,बनारस की रेशमी साड़ी,sari.jpg`,
    products: ['सूती कुर्ता: कुर्ते | M / लाल, 1299, 4; M / नीला, 1299, 2', 'बनारसी साड़ी: साड़ियाँ | हरा, 5499, 1'],
  },
  {
    of: 'shoes, with sizes as columns below a merged name',
    text: `Design,,Price,,Stock in size,,,
Art No.,Particulars,M.R.P.,Offer,6,7,8,9
D-101,Leather Sandal,1299,999,2,3,0,1
D-102,Canvas Shoe,1599,1399,-,5,4,
D-103,Office Shoe,2999,2499,1,1,2,2`,
    products: [
      'Leather Sandal: Other | 6, 999 of 1299, 2; 7, 999 of 1299, 3; 8, 999 of 1299, 0; 9, 999 of 1299, 1',
      'Canvas Shoe: Other | 7, 1399 of 1599, 5; 8, 1399 of 1599, 4',
      'Office Shoe: Other | 6, 2499 of 2999, 1; 7, 2499 of 2999, 1; 8, 2499 of 2999, 2; 9, 2499 of 2999, 2',
    ],
  },
  {
    of: 'a boutique, several sizes in one cell',
    text: `Style Name;Dept;Sizes Available;Our Price;Qty;Fabric;Image Link
Anarkali Set;Ethnic;S, M, L;2499;9;Rayon;https://pics.example/a.jpg
Denim Jacket;Western;M/L/XL;1899;10;Denim;https://pics.example/d1.jpg, https://pics.example/d2.jpg
Dupatta;Ethnic;Free Size;399;25;Chiffon;https://pics.example/du.jpg`,
    products: [
      'Anarkali Set: Ethnic | S, 2499, 3; M, 2499, 3; L, 2499, 3',
      'Denim Jacket: Western | M, 1899, 4; L, 1899, 3; XL, 1899, 3',
      'Dupatta: Ethnic | Free Size, 399, 25',
    ],
  },
  {
    of: 'a grocer, packs as columns with their prices',
    text: `Item Name,Group,250 g,500 g,1 kg,GST %,HSN
Turmeric Powder,Spices,65,120,230,5%,0910
Red Chilli,Spices,80,150,,5%,0904
Jaggery,Sweeteners,,70,130,0%,1701`,
    products: [
      'Turmeric Powder: Spices | 250 g, 65, 0; 500 g, 120, 0; 1 kg, 230, 0',
      'Red Chilli: Spices | 250 g, 80, 0; 500 g, 150, 0',
      'Jaggery: Sweeteners | 500 g, 70, 0; 1 kg, 130, 0',
    ],
  },
  {
    of: 'merged cells, written once and blank below',
    text: `Category\tItem\tShade\tRate (Rs.)\tBalance
Bedsheets\tDouble Bedsheet\tBlue\t999\t5
\t\tPink\t\t3
\tSingle Bedsheet\tBlue\t599\t8
Towels\tBath Towel\tWhite\t349\t20
\t\tGrey\t\t11`,
    products: [
      'Double Bedsheet: Bedsheets | Blue, 999, 5; Pink, 999, 3',
      'Single Bedsheet: Bedsheets | Blue, 599, 8',
      'Bath Towel: Towels | White, 349, 20; Grey, 349, 11',
    ],
  },
  {
    of: 'a price list with headings as rows',
    text: `Code,Product,Retail Rate,Wholesale Rate,Stock
EARRINGS,,,,
J-01,Jhumka Gold,349,210,In stock
J-02,Jhumka Silver,299,180,Out of stock
BANGLES,,,,
B-11,Glass Bangles,149,90,40 pcs
* Prices may change,,,,`,
    products: ['Jhumka Gold: EARRINGS | , 349, 1000', 'Jhumka Silver: EARRINGS | , 299, 0', 'Glass Bangles: BANGLES | , 149, 40'],
  },
  {
    of: 'sarees of one name, told apart by their code',
    text: `design_no,product_title,price,offer_price,available,images,colour,weight_kg
SR-501,Kanjivaram Silk Saree,12999,9999,1,sr501a.jpg|sr501b.jpg,Maroon,0.75
SR-502,Kanjivaram Silk Saree,12999,10499,1,sr502.jpg,Green,0.8
SR-503,Cotton Saree,1999,1499,6,sr503.jpg,Blue,0.45`,
    products: [
      'Kanjivaram Silk Saree: Other | Maroon, 9999 of 12999, 1; Green, 10499 of 12999, 1',
      'Cotton Saree: Other | Blue, 1499 of 1999, 6',
    ],
  },
  {
    of: 'a pharmacy export with codes and barcodes',
    text: `Item Code,Barcode,Description of Goods,Make,Pack,M.R.P (Incl. of all taxes),Sale Rate,Closing Stock,Tax,Rack
1001,8901030865278,Herbal Shampoo,Earthly,200 ml,199,179,14,18,A-2
1002,8901063092730,Aloe Gel,Earthly,100 g,149,129,9,18,A-3
1003,8901030865261,Herbal Shampoo,Earthly,400 ml,349,315,6,18,A-2`,
    products: ['Herbal Shampoo: Other | 200 ml, 179 of 199, 14; 400 ml, 315 of 349, 6', 'Aloe Gel: Other | 100 g, 129 of 149, 9'],
  },
  {
    of: 'a catalogue without telling names',
    text: `Column1,Details,Value,Left
Brass Diya,"A hand-cast diya of solid brass, polished by hand, for the prayer room",249,30
Copper Lota,"A lota of pure copper with a hammered finish, for water overnight",599,12`,
    corrections: { Value: 'price', Left: 'stock' },
    products: ['Brass Diya: Other | , 249, 30', 'Copper Lota: Other | , 599, 12'],
  },
  {
    of: 'a tailor who calls the price "Sell" and the sizes "No."',
    text: `Dress,No.,Sell,Cost
Frock,22,499,300
Frock,24,549,330
Lehenga,30,1499,900`,
    corrections: { Dress: 'name', 'No.': 'size', Sell: 'price', Cost: 'ignored' },
    products: ['Frock: Other | 22, 499, 0; 24, 549, 0', 'Lehenga: Other | 30, 1499, 0'],
  },
];
