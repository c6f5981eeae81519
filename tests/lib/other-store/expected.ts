const phone_number = '9876500001';
export const address = { address: '1 Main Road', city: 'Kochi', state: 'Kerala', pincode: '682001' };
export const person = { firstname: 'Asha', lastname: 'Rao', email: 'asha@example.com', phone_number };

export interface Sent {
  params?: object;
  body?: object;
}

/** What is sent with each call of the specification. */
export const sentWith: Record<string, Sent> = {
  storeInfo: {},
  homePageSections: {},
  newArrivals: {},
  subcategoryVariations: { body: { sub_category_id: [1] } },
  getProducts: { params: { page: 1 }, body: {} },
  searchProducts: { body: { search: 'shirt' } },
  singleProductDetails: { params: { slug: 'shirt-1' } },
  register: { body: { ...person, password: 'secret!', terms: true } },
  updateUserDetails: { body: person },
  login: { body: { email: person.email, password: 'right' } },
  logout: { body: {} },
  forgotPassword: { body: { email: person.email } },
  tokenPassword: { body: {} },
  otpSend: { body: { mobile: phone_number } },
  loginOtp: { body: { mobile: phone_number } },
  otpVerifyCheckout: { body: { mobile: phone_number, otp: '123456' } },
  otpVerifyLogin: { body: { mobile: phone_number, otp: '123456' } },
  resetPassword: { body: {} },
  accountDetails: { body: { firstname: 'Asha', lastname: 'Rao' } },
  shippingAddress: { body: { ...person, ...address } },
  getShippingAddress: {},
  getCart: {},
  addToCart: { body: { product_id: 1, id: 10, quantity: 3 } },
  removeToCart: { body: { product_id: 3, variant_id: null } },
  addToCartGuest: { body: { cart_items: [] } },
  checkout: { body: { address: { ...person, ...address }, payment_method: 'cod', expected_total: '304.00' } },
  applyCoupon: { body: { coupon_code: 'TEN' } },
  getWishlist: {},
  addToWishlist: { body: { product_id: 1 } },
  removeToWishlist: { body: { product_id: 3 } },
  getOrders: {},
  cancelOrder: { body: { order_id: 100, reject_reason_select: 'Payment Issue' } },
};

/** Fields without which the whole reply cannot be used, so that the call's default message is due. */
export const needed = [
  /^(newArrivals|getProducts|searchProducts|subcategoryVariations|singleProductDetails|homePageSections) data$/,
  /^singleProductDetails data\.(product_id|name)$/,
  /^storeInfo storeinfo$/,
  /^(getCart|getWishlist|getOrders|getShippingAddress) data$/,
  /^getCart data\.cart$/,
  /^(login|otpVerifyCheckout|otpVerifyLogin) data(\.token)?$/,
  /^applyCoupon data(\.coupon(\.discount)?)?$/,
  // A status decides, as `success` does.
  /^cancelOrder status$/,
  /^addToCart data\.results\.0\.status$/,
];

/** Fields that others follow from, beside what is in them, by call. */
const followers: [field: RegExp, places: RegExp][] = [
  [/^(newArrivals|getProducts|searchProducts) data\.0\.(product_id|name)$/, /^data$/],
  [/^getWishlist data\.0\.(product|product\.product_id|product\.name)$/, /^data$/],
  [/^getOrders data\.0\.order_id$/, /^data$/],
  [/^getCart data\.cart\.0\.product_id$/, /^data\.cart$/],
  [/^storeInfo storeinfo\.sub_category_list\.0\.name$/, /^storeinfo\.sub_category_list$/],
  // The address of a product without a slug is its id; what is bought of one without a price is nothing.
  [/product_id$/, /\.slug$/],
  [/final_price$/, /\.(mrp|unpriced|product_stock|variants|variants\.\d+\.(final_price|mrp))$/],
  [/variants(\.0\.id)?$/, /\.(variants|product_stock)$/],
  [/^getCart data\.cart\.0\.final_price$/, /^data\.cart\.0\.(status|message)$/],
  [/^getCart data\.cart\.0\.(id|selected_variant(\.(id|product_variation))?)$/, /^data\.cart\.0\.(id|selected_variant(\.id)?)$/],
  [/variants\.0\.id$/, /variants\.0\.product_variation$/],
  [/^getOrders data\.0\.(price|final_amount|discount_amount)$/, /^data\.0\.(price|final_amount)$/],
  [/(current_page|last_page|per_page|total)$/, /^(current_page|last_page|per_page|total|uncounted)$/],
  [/customer$/, /^data\.customer\./],
  [/customer\.phone_number$/, /customer\.alt_phone_number$/],
  [/^applyCoupon data\.coupon\.discount$/, /^data\.coupon\.(discount_amount|value)$/],
  // A row of a list is left out without what it must have, and so is an object that says nothing without it.
  [/^storeInfo storeinfo\.(faq|menu)\.0\.\w+$/, /^storeinfo\.(faq|menu)$/],
  [/\.related\.0$/, /\.related$/],
  [/\.(attributes|designs)\.0\.\w+$/, /\.(attributes|designs)$/],
  [/\.size_guide\.(name|(columns|rows)(\.0\.\w+)?)$/, /\.size_guide(\.(columns|rows))?$/],
  [/^storeInfo storeinfo\.(captcha|payment_checkout)\.\w+$/, /^storeinfo\.(captcha|payment_checkout)$/],
  [/^storeInfo storeinfo\.(delivery\.0|shipping)\.days\.(from|to)$/, /^storeinfo\.(delivery\.0|shipping)\.days$/],
  [/^storeInfo storeinfo\.shipping\.charge$/, /^storeinfo\.shipping$/],
  [/^homePageSections data\.0\.(type|slides)$/, /^data$/],
  [/^checkout data\.payment\.\w+$/, /^data\.payment$/],
  [/^getOrders data\.0\.(items|timeline)\.0\.(product_id|product_name|status|at)$/, /^data\.0\.(items|timeline)$/],
  // A past order without what it must have is left out as a whole.
  [/^getOrders former_orders\.0\./, /^former_orders$/],
  [/^getOrders data\.0\.shipment\.(courier|tracking_number)$/, /^data\.0\.shipment$/],
  [/^getOrders data\.0\.shipments\.0\.(courier|tracking_number)$/, /^data\.0\.shipments$/],
  [/^getOrders data\.0\.(invoice|credit_note|extra_refund)\.\w+$/, /^data\.0\.(invoice|credit_note|extra_refund)$/],
  // Nothing of a merge is needed beyond its success.
  [/^addToCartGuest /, /^data\.results$/],
  // A row that cannot be read is as one that the store did not send.
  [/^addToCart data(\.results)?$/, /^data\.results\.0\.product_stock$/],
  [/^checkout data$/, /^data\.(order_id|customer)$/],
  [/^otpVerifyCheckout data$/, /^data\./],
];

export const isFollower = (name: string, field: string, place: string): boolean =>
  place === field ||
  place.startsWith(`${field}.`) ||
  followers.some(([from, places]) => from.test(`${name} ${field}`) && places.test(place));
