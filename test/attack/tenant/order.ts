const ALPHABET = 'ABCDEFGHJKLMNPRSTUVWXYZ0123456789';

/** VINs that nothing else has: seventeen characters, none of I, O and Q. */
export const toVin = (number: number): string => {
  let rest = number;
  let text = '';
  for (let place = 0; place < 14; place++) {
    text = `${ALPHABET[rest % ALPHABET.length] ?? ''}${text}`;
    rest = Math.floor(rest / ALPHABET.length);
  }
  return `WVW${text}`;
};

/** The body of an order of so many VINs. */
export const toOrder = (buyerId: string, externalOrderId: string, vins = 1, firstVin = 0): object => ({
  externalOrderId,
  buyerId,
  purchaseDate: '2026-11-02',
  vins: Array.from({ length: vins }, (_, index) => ({
    vin: toVin(firstVin + index),
    brand: 'Volkswagen',
    model: 'Golf',
    purchaseAmount: { value: 100, currency: 'EUR' },
  })),
  totalAmount: { value: 100 * vins, currency: 'EUR' },
});
