/** URL path of the control API. */
export const ADMIN_PATH = '/__admin';
