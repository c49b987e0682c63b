/** From `format` to the generator; `date` and `date-time` depend on the name too. */
export const FORMATS: ReadonlyMap<string, string> = new Map([
  ['email', 'email'],
  ['idn-email', 'email'],
  ['hostname', 'hostname'],
  ['idn-hostname', 'hostname'],
  ['ipv4', 'ipv4'],
  ['ipv6', 'ipv6'],
  ['uri', 'https-url'],
  ['url', 'https-url'],
  ['iri', 'https-url'],
  ['uri-reference', 'https-url'],
  ['uuid', 'uuid'],
]);

/** Property names, in lower case and without separators, turned into a table from name to generator. */
const byName = (names: Readonly<Record<string, string>>): ReadonlyMap<string, string> =>
  new Map(Object.entries(names).flatMap(([generator, list]) => list.split(' ').map((name) => [name, generator])));

/** Also as the end of a longer name: `billingCity`, `contact_email`. */
export const NAMES = byName({
  'first-name': 'firstname givenname forename',
  'last-name': 'lastname surname familyname',
  'full-name': 'fullname contactname personname',
  email: 'email mail emailaddress mailaddress',
  username: 'username login loginname nickname',
  phone: 'phone mobile telephone cellphone fax phonenumber mobilenumber telephonenumber',
  street: 'street streetname streetaddress addressline',
  city: 'city town',
  'post-code': 'zip zipcode postcode postalcode',
  'country-code': 'countrycode countryiso',
  'company-name': 'company companyname organizationname organisationname employer',
  currency: 'currencycode',
  'https-url': 'url uri website homepage',
  hostname: 'hostname domain domainname',
  ipv4: 'ipaddress',
  uuid: 'uuid guid',
  title: 'title subject headline label',
  sentence: 'description summary comment note notes message reason details remark remarks',
  'file-name': 'filename',
  'past-date-time': 'createdat updatedat modifiedat submittedat completedat timestamp',
  'future-date-time': 'expiresat',
  'birth-date': 'birthdate dateofbirth birthday dob',
});

/** Only as the whole name: the end of a longer one may mean anything (`countryName`, `macAddress`). */
export const WHOLE_NAMES = byName({
  title: 'name',
  street: 'address',
  ipv4: 'ip',
});

/** What a date is by its name; any other has passed. */
export const MOMENTS = byName({
  future:
    'expires expiresat expireson expiry expirydate expiration expirationdate expirationtime validuntil validto until ' +
    'due dueat dueon duedate deadline scheduledat scheduledfor nextrun nextrunat nextretryat',
  birth: 'birthdate dateofbirth birthday dob bornon bornat',
});

export type Lengths = Readonly<Record<string, readonly [shortest: number, longest: number]>>;

/** How short and how long the values of a generator get; texts, which are cut to measure, are not listed. */
export const LENGTHS: Lengths = {
  email: [14, 50],
  phone: [9, 15],
  'post-code': [4, 7],
  'country-code': [2, 2],
  currency: [3, 3],
  hostname: [13, 50],
  'https-url': [22, 80],
  ipv4: [11, 13],
  ipv6: [14, 14],
  uuid: [36, 36],
  'file-name': [8, 50],
  'past-date': [10, 10],
  'past-date-time': [20, 20],
  'future-date': [10, 10],
  'future-date-time': [20, 20],
  'birth-date': [10, 10],
};

/** What names of properties say about their values. */
export interface NameHints {
  /** Also as the end of a longer name. */
  readonly names: ReadonlyMap<string, string>;
  /** Only as the whole name. */
  readonly wholeNames: ReadonlyMap<string, string>;
  readonly lengths: Lengths;
}

export const COMMON_HINTS: NameHints = { names: NAMES, wholeNames: WHOLE_NAMES, lengths: LENGTHS };

/** The common hints and those of an API's own generators: by generator, its names with spaces between them. */
export const withCommonHints = (own: {
  readonly names: Readonly<Record<string, string>>;
  readonly wholeNames: Readonly<Record<string, string>>;
  readonly lengths: Lengths;
}): NameHints => ({
  names: new Map([...NAMES, ...byName(own.names)]),
  wholeNames: new Map([...WHOLE_NAMES, ...byName(own.wholeNames)]),
  lengths: { ...LENGTHS, ...own.lengths },
});
