import { toEssence } from '../../kernel/media-type.ts';
import { FORM_PAGE_POLICY, prefersHtml } from '../../engine/html/html.ts';
import {
  type ApiRequest,
  BodyTooLarge,
  type Handle,
  type Reply,
  RETRY_SOON,
  ServerBusy,
  headerPairs,
  textContent,
  madeRequest,
  isRead,
} from '../../kernel/http.ts';
import { decodeLeniently } from '../../kernel/path.ts';
import { stringifyJson } from '../../kernel/json.ts';
import { type FormValues, type SelfServiceForm, formOf, toBody } from './self-service-form.ts';
import { type FormFaults, busyToHtml, doneToHtml, formToHtml, refusalToHtml } from './self-service-html.ts';

const FORM = 'application/x-www-form-urlencoded';
/** Maximum bytes; a completed form has less than one thousand. */
const LARGEST_FORM = 32_768;

const NOTHING = new Uint8Array(0);
const NO_VALUES: FormValues = new Map();
const NO_FAULTS: FormFaults = new Map();

/**
 * Self-service links in a browser: shows a form and submits it to the API as the JSON that a program would send. The
 * API decides everything; the page shows the result. Programs get the API itself.
 */
export const createSelfServiceRoutes =
  ({
    api,
    prefix,
    isLink,
  }: {
    readonly api: Handle;
    readonly prefix: string;
    /** Whether the link of a token exists. */
    readonly isLink: (token: string) => Promise<boolean>;
  }): Handle =>
  async (request) => {
    const { method, path } = request;
    if (path.includes('/', prefix.length + 1) || !prefersHtml(request.header('accept'))) return api(request);
    if (isRead(request)) return open(api, request, NO_VALUES, NO_FAULTS, 200);
    if (method === 'POST' && toEssence(request.header('content-type') ?? '') === FORM)
      // The form is not read before its link is known.
      return (await isLink(decodeLeniently(path.slice(prefix.length + 1))))
        ? submit(api, request)
        : open(api, request, NO_VALUES, NO_FAULTS, 200);
    return api(request);
  };

const open = async (
  api: Handle,
  request: ApiRequest,
  values: FormValues,
  faults: FormFaults,
  status: number,
): Promise<Reply> => {
  const reply = await api(asProgram(request, { method: 'GET' }));
  const view = membersOf(reply);
  const form = formOf(view['kind']);
  if (reply.status !== 200 || form === undefined) return toRefusal(reply);
  const known = new Map([...toTexts(view), ...values]);
  const page = { form, kind: String(view['kind']), expiresAt: String(view['expiresAt']), values: known, faults };
  return toPage({ ...reply, status }, formToHtml(page));
};

const submit = async (api: Handle, request: ApiRequest): Promise<Reply> => {
  const values = await readForm(request);
  if (values === 'busy') return toPage({ status: 503, headers: RETRY_SOON }, busyToHtml());
  const form = formOf(values?.get('kind'));
  // Not one of our forms: the API responds with what it accepts.
  if (values === undefined || form === undefined) return api(request);
  const body = Buffer.from(stringifyJson(toBody(form, values)));
  const path = `${request.path}/${form.operation}`;
  const reply = await api(asProgram(request, { method: 'POST', path, body }));
  if (reply.status < 300) return toPage({ ...reply, status: 200 }, doneToHtml(form));
  const faults = faultsOf(form, reply);
  return faults.size === 0 ? toRefusal(reply) : open(api, request, values, faults, reply.status);
};

const readForm = async (request: ApiRequest): Promise<FormValues | 'busy' | undefined> => {
  try {
    return new Map(new URLSearchParams(Buffer.from(await request.readBody(LARGEST_FORM)).toString('utf8')));
  } catch (error) {
    if (error instanceof BodyTooLarge) return undefined;
    if (error instanceof ServerBusy) return 'busy';
    throw error;
  }
};

/**
 * Converts a form request to the JSON request of a program. Keeps the browser's other headers, which the journal shows.
 */
const asProgram = (
  request: ApiRequest,
  {
    method,
    path = request.path,
    body,
  }: { readonly method: string; readonly path?: string; readonly body?: Uint8Array },
): ApiRequest => {
  const { query, origin, address, rawHeaders = [] } = request;
  const sent = body && { 'content-type': 'application/json', 'content-length': String(body.byteLength) };
  const changed: Readonly<Record<string, string>> = { accept: 'application/json', ...sent };
  const headers = headerPairs(rawHeaders).map(([name, value]) => [name, changed[name.toLowerCase()] ?? value] as const);
  return {
    ...madeRequest({ method, path, query, origin, headers, body: body ?? NOTHING }),
    address,
    whenGone: (task) => request.whenGone?.(task),
  };
};

const membersOf = ({ content }: Reply): Readonly<Record<string, unknown>> =>
  typeof content?.value === 'object' && content.value !== null ? (content.value as Record<string, unknown>) : {};

/** Prefills the form with what the partner already knows. */
const toTexts = (view: Readonly<Record<string, unknown>>): [string, string][] =>
  Object.entries(view).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : []));

/** Maps violations to inputs; those without an input are shown above the form. */
const faultsOf = ({ groups }: SelfServiceForm, reply: Reply): FormFaults => {
  const { errors } = membersOf(reply);
  if (!Array.isArray(errors)) return NO_FAULTS;
  const inputs = groups.flatMap(({ fields }) => fields.map(({ name }) => name));
  const faults = new Map<string, string>();
  for (const { field, message } of errors as readonly { readonly field: string; readonly message: string }[]) {
    const concerned = inputs.filter((name) => name === field || name.startsWith(`${field}.`));
    if (concerned.length === 0) faults.set('', `${field}: ${message}`);
    for (const name of concerned) if (!faults.has(name)) faults.set(name, message);
  }
  return faults;
};

/** Renders a problem document; any other response (scripted, faulty) passes through unchanged. */
const toRefusal = (reply: Reply): Reply => {
  const { type, title, detail } = membersOf(reply);
  if (typeof type !== 'string' || typeof title !== 'string') return reply;
  return toPage(reply, refusalToHtml(title, typeof detail === 'string' ? detail : title, type));
};

const toPage = (reply: Reply, html: string): Reply => ({
  ...reply,
  headers: {
    ...reply.headers,
    'cache-control': 'no-store',
    'content-security-policy': FORM_PAGE_POLICY,
    // The URL is the credential: it must not leak through Referer.
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    vary: 'Accept',
  },
  content: textContent(html, 'text/html; charset=utf-8'),
});
