const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?(?:Z|[+-]\d\d:\d\d)$/;

/** A time with a time zone. Rejects dates such as 30 February, which JavaScript would accept as another day. */
export const isInstant = (text: string): boolean =>
  INSTANT.test(text) && !Number.isNaN(Date.parse(text)) && isDay(text);

const isDay = (text: string): boolean => {
  const midnight = `${text.slice(0, 10)}T00:00:00.000Z`;
  return new Date(midnight).toISOString() === midnight;
};
