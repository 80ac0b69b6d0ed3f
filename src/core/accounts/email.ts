/** Good enough to catch a slip; only a mail that arrives proves an address. */
export const isEmail = (text: string): boolean =>
  text.length <= 254 && /^[^\s@\0]+@[^\s@\0]+\.[^\s@\0]+$/.test(text)
