/** Texts for any reason, comment or finding, so each must make sense anywhere in the workflow. */
export const REMARKS: readonly string[] = [
  'Carrier has not yet returned the signed CMR.',
  'Consignee signature is missing on the CMR.',
  'Delivery declaration does not name the place of arrival.',
  'Final invoice does not match the agreed purchase amount.',
  'Buyer asked for another transport date.',
  'Payment reference does not name the order.',
  'VIES did not confirm the VAT number of the buyer.',
  'Vehicle identification number differs between invoice and CMR.',
  'Uploaded document is not readable.',
  'Company register extract is older than three months.',
];
