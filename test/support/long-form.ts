/**
 * Some promises have a short proof for each change and a long one for a release. `npm run judges -- --only long-forms` sets
 * the variable.
 */
export const isLongForm = process.env['VATMOCK_LONG_FORM'] === 'true';

/** How often a property is tried. */
export const runs = ({ short, long }: { readonly short: number; readonly long: number }): number =>
  isLongForm ? long : short;
