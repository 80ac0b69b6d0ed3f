/** Where a parcel can be followed, by its number. */
export const trackingUrl = (trackingBaseUrl: string, trackingNumber: string): string =>
  `${trackingBaseUrl}/${encodeURIComponent(trackingNumber)}?lang=fr`
