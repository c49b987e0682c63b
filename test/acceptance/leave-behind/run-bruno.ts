import { runInNewContext } from 'node:vm';
import { type Played, sendItem } from './send-item.ts';
import type { NewSandbox } from '../control-api/admin-client.ts';

interface Named {
  readonly name: string;
  readonly value: string;
}

interface BrunoItem {
  readonly name: string;
  readonly seq: number;
  readonly request: {
    readonly method: string;
    readonly url: string;
    readonly headers: readonly Named[];
    readonly auth: { readonly mode: string; readonly bearer?: { readonly token: string } };
    readonly body: {
      readonly mode: string;
      readonly json?: string;
      readonly text?: string;
      readonly formUrlEncoded?: readonly Named[];
      readonly multipartForm?: readonly {
        readonly type: string;
        readonly name: string;
        readonly value: string | readonly string[];
        readonly contentType?: string;
      }[];
    };
    readonly script: { readonly res: string };
    readonly assertions: readonly Named[];
  };
}

export interface BrunoCollection {
  readonly name: string;
  readonly items: readonly BrunoItem[];
  readonly environments: readonly { readonly name: string; readonly variables: readonly Named[] }[];
}

/** Runs a collection against a sandbox as Bruno would, with its scripts. Throws where an assertion of it fails. */
export const runBruno = async (collection: BrunoCollection, sandbox: NewSandbox): Promise<readonly Played[]> => {
  const [environment] = collection.environments;
  const variables = new Map(environment?.variables.map(({ name, value }) => [name, value]));
  variables.set('clientId', sandbox.clientId).set('clientSecret', sandbox.clientSecret);
  const played: Played[] = [];
  for (const { name, request } of [...collection.items].sort((one, other) => one.seq - other.seq)) {
    const { method, url, headers, auth, body, script, assertions } = request;
    const isJson = body.mode === 'json' && !headers.some((header) => header.name === 'content-type');
    const answer = await sendItem(variables, {
      ...{ method, url, sendsToken: auth.mode === 'bearer' },
      headers: [...headers.map((header) => [header.name, header.value] as const), ...(isJson ? [JSON_HEADER] : [])],
      text: body.json ?? body.text,
      fields: body.formUrlEncoded?.map((field) => [field.name, field.value]),
      form: body.multipartForm?.map((part) =>
        typeof part.value === 'string'
          ? { name: part.name, value: part.value }
          : { name: part.name, fileName: 'file', mediaType: part.contentType ?? '' },
      ),
    });
    for (const { name: what, value } of assertions)
      if (what !== 'res.status' || value !== `eq ${String(answer.status)}`)
        throw new Error(`${name}: ${what} ${value}, but it is ${String(answer.status)} ${answer.text}`);
    const bru = { setVar: (key: string, value: string) => variables.set(key, value) };
    const res = { getBody: () => JSON.parse(answer.text) as unknown };
    runInNewContext(script.res, { bru, res });
    played.push({ name, status: answer.status });
  }
  return played;
};

const JSON_HEADER = ['content-type', 'application/json'] as const;
