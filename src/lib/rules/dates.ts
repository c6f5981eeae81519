/** Moments as shoppers in India read them: everything in Indian time, whatever clock the device is set to. */
const UNBROKEN = '\u00a0';
const zone = { timeZone: 'Asia/Kolkata' } as const;
const day = new Intl.DateTimeFormat('en-IN', { ...zone, day: 'numeric', month: 'short', year: 'numeric' });
const minute = new Intl.DateTimeFormat('en-IN', { ...zone, hour: 'numeric', minute: '2-digit', hour12: true });

/** The day of a moment on the wire: "2026-11-20T20:00:00Z" → "21 Nov 2026". */
export const formatDay = (moment: string): string => day.format(new Date(moment));

/** The day and minute of a moment on the wire: "2026-11-20T20:00:00Z" → "21 Nov 2026, 1:30 am". A line breaks between the two at most. */
export const formatDateTime = (moment: string): string =>
  `${formatDay(moment).replaceAll(' ', UNBROKEN)}, ${minute.format(new Date(moment)).toLowerCase().replace(/\s/, UNBROKEN)}`;
