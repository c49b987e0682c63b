/** The client under test: creates orders, and is not put off by a connection that breaks or a server that is ill. */
export const createOrderClient = ({ baseUrl, token }) => ({
  createOrder: async (sellerId, order) => {
    // Drawn once for what is to be done, and sent with every attempt.
    const key = crypto.randomUUID();
    for (let attempt = 1; ; attempt++) {
      try {
        const answer = await fetch(`${baseUrl}/partners/${sellerId}/orders`, {
          method: 'POST',
          headers: {
            authorization: `Bearer ${await token()}`,
            'idempotency-key': key,
            'content-type': 'application/json',
          },
          body: JSON.stringify(order),
        });
        if (answer.status < 500) return answer.json();
        throw new Error(`the answer was ${answer.status}`);
      } catch (error) {
        if (attempt === 3) throw error;
      }
    }
  },
});

export const SELLER = '3f0e8a52-8c1d-4a7e-9d42-5b1f0c7e6a31';

/** For a buyer that every new sandbox of the demo organization has: see docs/fixtures.md. */
export const order = (externalOrderId) => ({
  externalOrderId,
  buyerId: 'c1a7e9d4-03b6-4f52-9e8c-6d2f4b7a1035',
  purchaseDate: '2026-11-02',
  vins: [
    {
      vin: 'WVWZZZ1JZ3W386752',
      brand: 'Volkswagen',
      model: 'Golf',
      purchaseAmount: { value: 1_250_000, currency: 'EUR' },
    },
  ],
  totalAmount: { value: 1_250_000, currency: 'EUR' },
});
