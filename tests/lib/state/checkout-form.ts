/** A mobile number and the checkout form's input with it. */
export const mobile = '9876543210';
export const address = {
  firstname: 'Asha',
  lastname: 'Rao',
  email: 'asha@example.com',
  phone_number: mobile,
  alt_phone_number: '',
  address: '12, MG Road',
  pincode: '560001',
  city: 'Bengaluru',
  state: 'Karnataka',
};
