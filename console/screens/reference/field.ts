/** Names of members in a field that a violation names: `vins[0].purchaseAmount.currency` is in `vins`. */
export const namesIn = (field: string): readonly string[] =>
  field
    .replaceAll(/\[\d+\]/g, '')
    .split('.')
    .filter((name) => name !== '');
