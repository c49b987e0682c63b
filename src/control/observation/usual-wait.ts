/** Default number of requests or deliveries to wait for. */
export const USUAL_COUNT = 1;
/** Default timeout: an ISO 8601 duration in real time. */
export const USUAL_WAIT = 'PT5S';
