const TITLES: Readonly<Record<string, string>> = {
  own: 'From your folder',
  uploaded: 'Uploaded to this sandbox',
  vies: 'VIES',
  limits: 'Rate limits',
  access: 'Access',
  service: 'The service itself',
};

/** The words for a folder of scenarios. */
export const toAreaTitle = (area: string): string =>
  TITLES[area] ?? `${area.charAt(0).toUpperCase()}${area.slice(1).replaceAll('-', ' ')}`;
