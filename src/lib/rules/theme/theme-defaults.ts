/** The specified font and colours of a store whose owner has not set them. */
export const themeDefaults = {
  fontFamily: 'Instrument Sans',
  backgroundColor: '#ffffff',
  buttonBackgroundColor: '#111111',
  topHeaderBackgroundColor: '#111111',
  headerBackgroundColor: '#ffffff',
  footerBackgroundColor: '#111111',
  bottomFooterBackgroundColor: '#fff7f2',
} as const;
