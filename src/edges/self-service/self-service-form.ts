/** An input of a form. Its name is the member's path in the body, which maps violations to inputs. */
export interface FormField {
  readonly name: string;
  readonly label: string;
  readonly required: boolean;
  readonly type?: 'email' | 'tel';
  /** Value of the `autocomplete` attribute (HTML, "autofill detail tokens"). */
  readonly autofill: string;
  readonly hint?: string;
  readonly wide?: boolean;
  readonly options?: readonly (readonly [value: string, label: string])[];
}

interface FormGroup {
  readonly legend: string;
  readonly fields: readonly FormField[];
}

/** The form of one kind of link. Its members are those of SelfServiceKycRequest and ProspectSubmission. */
export interface SelfServiceForm {
  readonly title: string;
  readonly lead: string;
  readonly groups: readonly FormGroup[];
  /** Path of the submission, below the link. */
  readonly operation: string;
  readonly done: string;
}

const text = (name: string, label: string, autofill: string, more: Partial<FormField> = {}): FormField => ({
  name,
  label,
  autofill,
  required: true,
  ...more,
});

const KYC: SelfServiceForm = {
  title: 'Your company details',
  lead: 'Your trading partner needs these details to verify your company before it sells you a vehicle.',
  operation: 'kyc',
  done: 'Your trading partner has received your details.',
  groups: [
    {
      legend: 'Company',
      fields: [
        text('companyName', 'Company name', 'organization', { wide: true }),
        text('registrationNumber', 'Company register number', 'off', { required: false, wide: true }),
        text('address.street', 'Street and number', 'address-line1', { wide: true }),
        text('address.postCode', 'Postcode', 'postal-code'),
        text('address.city', 'City', 'address-level2'),
        text('address.country', 'Country', 'country', { hint: 'Two letters, such as PL' }),
      ],
    },
    {
      legend: 'Who acts for the company',
      fields: [
        text('representative.firstName', 'First name', 'given-name'),
        text('representative.lastName', 'Last name', 'family-name'),
        text('representative.email', 'Email', 'email', { type: 'email' }),
        text('representative.phone', 'Phone', 'tel', { type: 'tel', required: false }),
      ],
    },
  ],
};

const PROSPECT: SelfServiceForm = {
  title: 'Introduce yourself',
  lead: 'Tell the seller who you are, so that you can buy a vehicle.',
  operation: 'prospect',
  done: 'The seller has received your details and will contact you.',
  groups: [
    {
      legend: 'About you',
      fields: [
        text('type', 'You buy as', 'off', {
          wide: true,
          options: [
            ['COMPANY', 'A company'],
            ['CONSUMER', 'A private person'],
          ],
        }),
        text('companyName', 'Company name', 'organization', {
          required: false,
          wide: true,
          hint: 'Only if you buy as a company',
        }),
        text('firstName', 'First name', 'given-name'),
        text('lastName', 'Last name', 'family-name'),
        text('email', 'Email', 'email', { type: 'email', wide: true }),
      ],
    },
  ],
};

export const formOf = (kind: unknown): SelfServiceForm | undefined =>
  kind === 'KYC' ? KYC : kind === 'PROSPECT' ? PROSPECT : undefined;

export type FormValues = ReadonlyMap<string, string>;

/** Converts a submitted form to the JSON body: empty inputs are omitted. */
export const toBody = ({ groups }: SelfServiceForm, values: FormValues): object => {
  const body: Record<string, unknown> = {};
  for (const { name } of groups.flatMap(({ fields }) => fields)) {
    const value = values.get(name)?.trim() ?? '';
    if (value === '' || isNotRequested(name, values)) continue;
    const [first = name, second] = name.split('.');
    if (second === undefined) body[first] = value;
    else body[first] = { ...(body[first] as object | undefined), [second]: value };
  }
  return body;
};

/** A private person has no company, even if the browser has filled in the input. */
const isNotRequested = (name: string, values: FormValues): boolean =>
  name === 'companyName' && values.get('type') === 'CONSUMER';
