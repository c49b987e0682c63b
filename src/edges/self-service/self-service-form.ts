import { SELF_SERVICE_FORMS } from '../../generated/self-service.ts';

/** An input of a form (spec/self-service.yaml). */
export interface FormField {
  readonly name: string;
  readonly label: string;
  readonly autofill: string;
  readonly optional?: boolean;
  readonly type?: 'email' | 'tel';
  readonly hint?: string;
  readonly wide?: boolean;
  readonly options?: readonly (readonly [value: string, label: string])[];
}

/** The form of one kind of link. */
export interface SelfServiceForm {
  readonly title: string;
  readonly lead: string;
  readonly operation: string;
  readonly done: string;
  readonly groups: readonly { readonly legend: string; readonly fields: readonly FormField[] }[];
}

export const formOf = (kind: unknown): SelfServiceForm | undefined =>
  kind === 'KYC' || kind === 'PROSPECT' ? SELF_SERVICE_FORMS[kind] : undefined;

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
