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
  vin: 'vin vinnumber vehicleidentificationnumber',
  'vat-number': 'vatnumber vatid vatno vatregistrationnumber',
  'vehicle-brand': 'vehiclebrand vehiclemake carbrand carmake',
  'vehicle-model': 'vehiclemodel carmodel',
  'invoice-number': 'invoicenumber',
});

/** Only as the whole name: the end of a longer one may mean anything (`countryName`, `macAddress`). */
export const WHOLE_NAMES = byName({
  title: 'name',
  street: 'address',
  'vehicle-brand': 'make brand',
  ipv4: 'ip',
});

/** What a date is by its name; any other has passed. */
export const MOMENTS = byName({
  future:
    'expires expiresat expireson expiry expirydate expiration expirationdate expirationtime validuntil validto until ' +
    'due dueat dueon duedate deadline scheduledat scheduledfor nextrun nextrunat nextretryat',
  birth: 'birthdate dateofbirth birthday dob bornon bornat',
});

/** How short and how long the values of a generator get; texts, which are cut to measure, are not listed. */
export const LENGTHS: Readonly<Record<string, readonly [shortest: number, longest: number]>> = {
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
  vin: [17, 17],
  'vat-number': [11, 14],
  'invoice-number': [9, 20],
};
