/** States of a delivery. Apart from its queries, so that the help of commands loads no database. */
export const deliveryStates = ['waiting', 'delivered', 'failed'] as const;
