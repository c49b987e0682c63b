/** As the API writes amounts: a decimal string or a number, and an ISO 4217 code. */
export interface Amount {
  readonly amount: string | number;
  readonly currency: string;
}

/** "EUR 16,950.00"; a decimal string keeps all its digits. */
export const toMoney = ({ amount, currency }: Amount): string => {
  try {
    const format = new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay: 'code' });
    return format.format(amount as number);
  } catch {
    return `${currency} ${String(amount)}`;
  }
};

export const Money = ({ of }: { readonly of: Amount }) => <span class="money">{toMoney(of)}</span>;
