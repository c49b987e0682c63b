/** The trade of the API that is served here, and names of its members: what serves any API has none of them. */
const TRADE = [
  ...['buyer', 'seller', 'dealer', 'prospect', 'marketplace', 'invitation', 'invoice', 'milestone', 'pickup'],
  ...['vin', 'vat', 'vies', 'kyc', 'dpa', 'cmr', 'vehicle', 'car', 'odometer', 'mileage'],
];

/** Two words that only together are of the trade. */
const TRADE_PAIRS = ['export file', 'partner uuid', 'partner id', 'partner ids', 'order uuid', 'external order'];

/** The words of comments, texts and identifiers: `buyerVatNumber` is three. */
const wordsIn = (line: string): readonly string[] =>
  line
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word !== '');

/** The words of the trade in a line. */
export const tradeIn = (line: string): readonly string[] => {
  const words = wordsIn(line);
  const pairs = words.slice(1).map((word, index) => `${words[index] ?? ''} ${word}`);
  return [
    ...TRADE.filter((word) => words.includes(word) || words.includes(`${word}s`)),
    ...TRADE_PAIRS.filter((pair) => pairs.includes(pair)),
  ];
};
