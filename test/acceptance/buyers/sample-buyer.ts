/** A client whose rate budget no test exhausts, and the buyers of the two sellers that it may act for. */
export const CLIENT = 'api-client-enterprise';
export const SELLER = 'acbda359-95c1-4bf5-b598-96c4baf862d4';
export const BUYERS = `/partners/${SELLER}/buyers`;
export const OTHER_BUYERS = '/partners/5945880a-e06f-4476-9b07-ec8b87054c8d/buyers';
