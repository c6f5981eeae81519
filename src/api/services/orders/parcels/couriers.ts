interface Courier {
  name: string;
  /** Other spellings, as lower-case letters and digits. */
  aliases: readonly string[];
  /** Ends before the AWB, or has `{awb}` in its place. */
  tracking: string;
}

const couriers: readonly Courier[] = [
  { name: 'Delhivery', aliases: ['delhiverysurface', 'delhiveryair'], tracking: 'https://www.delhivery.com/track-v2/package/' },
  {
    name: 'Blue Dart',
    aliases: ['bluedartexpress'],
    tracking: 'https://www.bluedart.com/trackdartresultthirdparty?trackFor=0&trackNo=',
  },
  { name: 'DTDC', aliases: ['dtdcexpress', 'dtdcsurface'], tracking: 'https://www.dtdc.com/track-your-shipment/?awb=' },
  {
    name: 'India Post',
    aliases: ['speedpost', 'indianpost', 'indiapostspeedpost'],
    tracking: 'https://www.indiapost.gov.in/_layouts/15/DOP.Portal.Tracking/TrackConsignment.aspx?id=',
  },
  { name: 'Ekart', aliases: ['ekartlogistics'], tracking: 'https://ekartlogistics.com/shipmenttrack/' },
  { name: 'XpressBees', aliases: ['xpressbeessurface'], tracking: 'https://www.xpressbees.com/shipment/tracking?awbNo=' },
  { name: 'Ecom Express', aliases: ['ecom'], tracking: 'https://ecomexpress.in/tracking/?awb_field=' },
  { name: 'Shadowfax', aliases: [], tracking: 'https://tracker.shadowfax.in/#/track/' },
  { name: 'Amazon Shipping', aliases: ['amazon', 'ats', 'amazontransportation'], tracking: 'https://track.amazon.in/tracking/' },
  { name: 'Trackon', aliases: ['trackoncouriers'], tracking: 'https://trackon.in/courier-tracking?awb=' },
  {
    name: 'Professional',
    aliases: ['professionalcouriers', 'theprofessionalcouriers', 'tpc'],
    tracking: 'https://www.tpcindia.com/track-info.aspx?type=0&service=0&id=',
  },
];

/** The names of the couriers with a page that tracks parcels. */
export const courierNames: readonly string[] = couriers.map(({ name }) => name);

const fold = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]/g, '');

const findCourier = (text: string): Courier | undefined => {
  const folded = fold(text);
  return folded === '' ? undefined : couriers.find(({ name, aliases }) => fold(name) === folded || aliases.includes(folded));
};

/** The usual name of a courier, for other spellings of it too; another text as it is, without surrounding spaces. */
export const nameCourier = (text: string): string => findCourier(text)?.name ?? text.trim();

/** The page that tracks a parcel; undefined for a courier that is not in the list. */
export function trackingUrl(courier: string, awb: string): string | undefined {
  const found = findCourier(courier);
  return found && `${found.tracking}${encodeURIComponent(awb)}`;
}
