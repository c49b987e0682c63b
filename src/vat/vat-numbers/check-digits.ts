/** Arithmetic of check digits. */

export const toDigits = (text: string): number[] => Array.from(text, Number);

export const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

/** Weighted sum of the digits; digits beyond the weights are ignored. */
export const weigh = (text: string, weights: readonly number[]): number =>
  sum(weights.map((weight, index) => weight * Number(text.charAt(index))));

/** Non-negative remainder. */
export const modulo = (number: number, divisor: number): number => ((number % divisor) + divisor) % divisor;

export const twoDigits = (number: number): string => String(number).padStart(2, '0');

/** Luhn: every second digit from the right counts double, as the sum of its digits; the total must end in zero. */
export const luhnDigit = (text: string): string => {
  const total = toDigits(text)
    .reverse()
    .map((digit, index) => (index % 2 === 0 ? digit * 2 : digit))
    .map((number) => (number > 9 ? number - 9 : number));
  return String((10 - (sum(total) % 10)) % 10);
};

/** ISO 7064 MOD 11,10: carries the product from digit to digit; zero counts as ten. */
export const carriedDigit = (text: string): string => {
  let product = 10;
  for (const digit of toDigits(text)) product = (((digit + product) % 10 || 10) * 2) % 11;
  return String((11 - product) % 10);
};
