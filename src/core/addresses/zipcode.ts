/** Only the French form is known for certain, and the zone of a delivery is read from it; elsewhere anything but blanks will do. */
export const isZipcodeOf = (country: string, zipcode: string): boolean =>
  country === 'FR' ? /^\d{5}$/.test(zipcode) : zipcode.trim() !== ''
