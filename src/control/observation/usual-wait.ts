/** How many requests or deliveries are waited for, and how long, unless a call says otherwise. */
export const USUAL_COUNT = 1;
/** An ISO 8601 duration in real time. */
export const USUAL_WAIT = 'PT5S';
