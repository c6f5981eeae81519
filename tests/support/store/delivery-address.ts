/** Delivery address of test orders. */
export const address = {
  email: 'asha@example.com',
  firstname: 'Asha',
  lastname: 'Rao',
  phone_number: '9876543210',
  address: '12 MG Road',
  pincode: '560001',
  city: 'Bengaluru',
  state: 'Karnataka',
};
