/** Replies with each field that a call may send, as an independent store may write them: none needs to be normalised. */
const product = {
  product_id: 1,
  retailer_product_id: 31,
  slug: 'linen-shirt',
  old_slugs: ['shirt-of-linen'],
  name: 'Linen Shirt',
  description: '<p>Light</p>',
  brand: 'Meena',
  product_images: '/pictures/1.jpg,/pictures/2.jpg',
  cover_image: '/pictures/3.jpg',
  sub_category: { id: 4, sub_category_name: 'Shirts' },
  mrp: '1299.00',
  final_price: '999.00',
  product_stock: 6,
  retailer_id: 5,
  wholesaler_id: 6,
  seller_name: 'Meena Stores',
  country_of_origin: 'India',
  option_name: 'Size',
  attributes: [{ name: 'Fabric', value: 'Cotton' }],
  designs: [
    { product_id: 1, slug: 'kurta', label: 'Blue', picture: 'kurta.webp' },
    { product_id: 9, slug: 'kurta-red', label: 'Red', picture: 'kurta-red.webp', sold_out: true },
  ],
  size_guide: { name: 'Kurtas', columns: ['Chest'], rows: [{ size: 'S', values: ['91.4'] }], page: '/pages/sizes' },
  gtin: '8901234567894',
  variants: [
    { id: 11, product_variation: 'S', final_price: '999.00', mrp: '1299.00', stock: 2, picture: 0, gtin: '8901234567801' },
    { id: 12, product_variation: 'M', final_price: '1099.00', mrp: '1399.00', stock: 4, picture: 1, gtin: '8901234567818' },
  ],
  variants_total: 2,
  created_at: '2026-10-01T10:00:00.000Z',
  updated_at: '2026-11-01T10:00:00.000Z',
};

const other = { ...product, product_id: 2, retailer_product_id: 32, slug: 'cap', name: 'Cap', old_slugs: ['hat'] };

const page = {
  success: true,
  message: 'Found',
  data: [product, other],
  current_page: 1,
  last_page: 3,
  per_page: 2,
  total: 5,
  more: true,
  correction: 'denim',
};

const customer = {
  firstname: 'Asha',
  lastname: 'Rao',
  email: 'asha@example.com',
  phone_number: '9876500001',
  alt_phone_number: '9876500002',
  has_password: true,
  guest: false,
};

const session = {
  success: true,
  message: 'Welcome',
  data: { token: 'secret', customer, email_verification_token: 'receipt', is_existing_customer: true },
};

const address = {
  email: 'asha@example.com',
  firstname: 'Asha',
  lastname: 'Rao',
  phone_number: '9876500001',
  alt_phone_number: '9876500002',
  address: '1 Main Road',
  pincode: '682001',
  city: 'Kochi',
  state: 'Kerala',
};

const line = {
  id: 11,
  product_id: 1,
  retailer_product_id: 31,
  quantity: 2,
  product_stock: 6,
  product_name: 'Linen Shirt',
  product_images: '/pictures/1.jpg',
  status: true,
  message: 'Only two left',
  wishlist_id: 8,
  final_price: '999.00',
  mrp: '1299.00',
  retailer_id: 5,
  wholesaler_id: 6,
  seller_name: 'Meena Stores',
  slug: 'linen-shirt',
  option_name: 'Size',
  selected_variant: { id: 11, product_variation: 'S', final_price: '999.00', stock: 2 },
};

const item = {
  product_id: 1,
  variant_id: 11,
  slug: 'linen-shirt',
  product_name: 'Linen Shirt',
  product_images: '/pictures/1.jpg',
  product_variation: 'S',
  option_name: 'Size',
  quantity: 2,
  final_price: '999.00',
};

const order = {
  order_id: 101,
  order_number: 'OS-101',
  order_date: '2026-11-20T10:00:00.000Z',
  status: 'order is confirmed',
  payment_method: 'cod',
  payment_status: 'pending',
  price: '1998.00',
  final_amount: '1967.00',
  quantity: 2,
  discount_amount: '100.00',
  prepaid_discount: '10.00',
  shipping_amount: '49.00',
  cod_fee: '20.00',
  seller_name: 'Meena Stores',
  items: [item, { ...item, variant_id: 12, product_variation: 'M' }],
  address,
  timeline: [
    { status: 'order has been placed', at: '2026-11-20T10:00:00.000Z', reason: 'Ordered by Mistake' },
    { status: 'order is confirmed', at: '2026-11-20T11:00:00.000Z' },
  ],
  deliver_by: '2026-11-25',
  note: 'Ring twice',
  shipment: { courier: 'Blue Dart', tracking_number: 'BD1', url: 'https://courier.example/BD1' },
  invoice: { number: 'INV-1', url: '/invoices/1' },
  credit_note: { number: 'CN-1', url: '/invoices/2' },
  extra_refund: { amount: '10.00', done: false },
};

const result = {
  product_id: 1,
  id: 11,
  quantity: 3,
  product_stock: 6,
  status: true,
  message: 'Cart updated',
  wishlist_id: 8,
};

const storeinfo = {
  store_name: 'Meena Stores',
  logo: '/pictures/logo.svg',
  fontFamily: 'Inter',
  backgroundColor: '#ffffff',
  buttonBackgroundColor: '#222222',
  topHeaderBackgroundColor: '#333333',
  headerBackgroundColor: '#fefefe',
  footerBackgroundColor: '#444444',
  bottomFooterBackgroundColor: '#fff7f2',
  bannerType: 'static',
  categoryLayout: 'grid',
  legal: {
    legal_name: 'Meena Stores LLP',
    address: '1 Main Road, Kochi',
    support_email: 'help@example.com',
    support_phone: '9876500001',
    grievance_officer_name: 'Ravi Nair',
    grievance_officer_designation: 'Manager',
    grievance_officer_email: 'ravi@example.com',
    grievance_officer_phone: '9876500002',
    gstin: '32AAAAA0000A1Z5',
    gst_registered: true,
    state: 'Kerala',
  },
  faq: [
    { question: 'Do you deliver?', answer: 'Yes' },
    { question: 'Do you exchange?', answer: 'Yes, in 7 days' },
  ],
  terms: 'Our terms',
  privacy: 'Our policy',
  returns: 'Returns in 7 days',
  shipping_policy: 'We ship daily',
  country_of_origin_filter: true,
  shipping: {
    charge: '49.00',
    free_from: '999.00',
    cod_fee: '20.00',
    by_pincode: true,
    same_everywhere: true,
    days: { from: 2, to: 5 },
  },
  delivery: [
    { pincodes: ['68', '695'], days: { from: 1, to: 2 }, cod: true },
    { pincodes: ['744'], days: { from: 5, to: 9 }, cod: false },
  ],
  prepaid_discount: { percent: 5, amount: '50.00' },
  menu: [
    { label: 'Sale', link: '/shop?sort=price_asc' },
    { label: 'New', link: '/shop' },
  ],
  announcement: 'Open on Sunday',
  tagline: 'Clothes for the coast',
  search_terms: ['linen', 'caps'],
  picture_ratio: '4:5',
  return_days: 7,
  sub_category_list: [
    { id: 4, name: 'Shirts', image: '/pictures/shirts.jpg' },
    { id: 5, name: 'Caps', image: '/pictures/caps.jpg' },
  ],
  demo_mode: false,
  codes_by_mail: false,
  offers: true,
  captcha: { provider: 'turnstile', site_key: 'key', script: 'https://captcha.example/script.js' },
  payment_methods: ['cod', 'prepaid'],
  payment_checkout: {
    provider: 'razorpay',
    script: 'https://pay.example/checkout.js',
    origins: ['https://*.pay.example'],
    module: '/payment/module/pay.js',
    opens_choice: true,
  },
  order_messages: ['mail', 'sms'],
  picture_origins: ['https://pictures.example'],
  api: 'haat',
};

const slide = { image: '/pictures/s.jpg', heading: 'Monsoon', text: 'Stay dry', link: '/shop', link_text: 'See all' };

const sections = [
  { type: 'banner', slides: [slide, { ...slide, heading: 'Winter' }] },
  { type: 'categories', title: 'Shop by category' },
  { type: 'products', title: 'Chosen', products: [product, other], link: '/shop?categories=shirts' },
  { type: 'new_arrivals', title: 'New' },
  { type: 'promo', image: '/pictures/p.jpg', heading: 'Sale', text: 'This week', link: '/shop', link_text: 'Look' },
  { type: 'custom', name: 'picture-feed', settings: { title: 'On the wall' } },
];

const done = { success: true, message: 'Done' };

/** The full reply of each call of the specification. */
export const fullReplies: Readonly<Record<string, object>> = {
  storeInfo: { success: true, storeinfo },
  homePageSections: { ...done, data: sections },
  newArrivals: { ...done, data: [product, other] },
  subcategoryVariations: {
    ...done,
    data: [
      { sub_category_id: 4, sub_category_variation: 'S,M' },
      { sub_category_id: 5, sub_category_variation: 'L' },
    ],
  },
  getProducts: page,
  searchProducts: page,
  singleProductDetails: { ...done, data: product },
  register: session,
  updateUserDetails: session,
  login: session,
  logout: done,
  forgotPassword: done,
  tokenPassword: done,
  otpSend: { ...done, data: { otp: '123456', otp_request: 'bound', mailed: true } },
  loginOtp: { ...done, data: { otp: '123456', otp_request: 'bound', mailed: true } },
  otpVerifyCheckout: session,
  otpVerifyLogin: session,
  resetPassword: done,
  accountDetails: done,
  shippingAddress: { ...done, data: address },
  getShippingAddress: { ...done, data: address },
  getCart: {
    ...done,
    data: { cart: [line, { ...line, id: 12, quantity: 1, selected_variant: { ...line.selected_variant, id: 12 } }] },
  },
  addToCart: { ...done, data: { results: [result] } },
  removeToCart: done,
  addToCartGuest: { ...done, data: { results: [result, { ...result, id: 12 }] } },
  checkout: {
    ...done,
    data: {
      order_id: [101, 102],
      customer,
      payment: { id: 'pay', provider: 'test', amount: '1967.00' },
      notified: { email: true, sms: true },
    },
  },
  applyCoupon: { ...done, data: { coupon: { coupon_code: 'TEN', type: 'amount', value: '100.00', discount_amount: '100.00' } } },
  getWishlist: {
    ...done,
    data: [
      { wishlist_id: 8, product },
      { wishlist_id: 9, product: other },
    ],
  },
  addToWishlist: done,
  removeToWishlist: done,
  getOrders: {
    ...done,
    data: [order, { ...order, order_id: 102, order_number: 'OS-102' }],
    former_orders: [
      {
        order_number: '#1001',
        order_date: '2024-03-01T07:00:00.000Z',
        status: 'Paid, fulfilled',
        final_amount: '1047.00',
        discount_amount: '100.00',
        shipping_amount: '49.00',
        refunded_amount: '200.00',
        items: [{ product_name: 'Linen Shirt', quantity: 1, final_price: '1098.00' }],
        address: 'Asha Rao, 12 Lake Road, Bengaluru 560001, Karnataka',
      },
    ],
  },
  cancelOrder: { ...done, status: true },
};
