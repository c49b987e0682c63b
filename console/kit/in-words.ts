/** A value of the API as words: "NOT_STARTED" is "Not started", "VAT_APPLICABLE" is "VAT applicable". */
export const inWords = (name: string): string => {
  const words = name.toLowerCase().replaceAll('_', ' ');
  return (words.charAt(0).toUpperCase() + words.slice(1)).replace(/\b(?:vat|cmr|vies|kyc)\b/gi, (word) =>
    word.toUpperCase(),
  );
};
