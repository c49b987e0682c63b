/** As the API writes amounts: an integer in minor units, and an ISO 4217 code. */
interface Amount {
  readonly value: number;
  readonly currency: string;
}

/** "EUR 16,950.00" of 1695000. */
export const toMoney = ({ value, currency }: Amount): string => {
  try {
    const format = new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay: 'code' });
    return format.format(value / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
  } catch {
    return `${currency} ${String(value)}`;
  }
};

export const Money = ({ of }: { readonly of: Amount }) => <span class="money">{toMoney(of)}</span>;
