import { mediaTypeParameter } from '../../kernel/media-type.ts';

/** Browsers list `text/html` first; a client that accepts both formats equally gets JSON. */
export const prefersHtml = (accept = '*/*'): boolean => {
  const ranges = new Map(
    accept
      .split(',')
      .map((range) => [(range.split(';')[0] ?? '').trim().toLowerCase(), Number(mediaTypeParameter(range, 'q') ?? 1)]),
  );
  // The most specific range decides (RFC 9110, 12.5.1).
  const qualityOf = (type: string, subtype: string): number =>
    ranges.get(`${type}/${subtype}`) ?? ranges.get(`${type}/*`) ?? ranges.get('*/*') ?? 0;
  return qualityOf('text', 'html') > qualityOf('application', 'json');
};
