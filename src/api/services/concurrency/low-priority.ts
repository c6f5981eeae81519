/** Priority (nice value) of work that no shopper waits for, beside the server's 0. With a busy processor it gets a quarter of its time. */
export const LOW_PRIORITY = 5;
