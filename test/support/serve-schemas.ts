import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import type { MockOptions } from '../../src/index.ts';
import { type StartedMock, startMock } from './start-mock.ts';
import { createTempFolder } from './temp-folder.ts';

export interface ServedSchemas extends Pick<StartedMock, 'mock' | 'breaches' | 'stop'> {
  /** What is answered with the schema of this number. */
  readonly get: (schema: number, prefer?: string) => Promise<{ readonly status: number; readonly body: unknown }>;
  /** What a body for the schema of this number meets: nothing, or the fields at fault. */
  readonly post: (schema: number, body: unknown) => Promise<'taken' | readonly string[]>;
  /** By plain Ajv, which knows nothing of OpenAPI. */
  readonly fits: (schema: number | object, value: unknown) => boolean;
}

interface Serving {
  readonly openapi?: string;
  /** The schemas of the components, by name. */
  readonly shared?: Readonly<Record<string, object>>;
  readonly options?: MockOptions;
}

/** A server for any schemas: each is taken by one operation and answered by another. */
export const serveSchemas = async (
  schemas: readonly object[],
  { openapi = '3.0.4', shared = {}, options = {} }: Serving = {},
): Promise<ServedSchemas> => {
  const contentOf = (schema: object) => ({ content: { 'application/json': { schema } } });
  const document = {
    openapi,
    info: { title: 'Schemas', version: '1' },
    paths: Object.fromEntries(
      schemas.map((schema, index) => [
        `/${index}`,
        {
          get: { responses: { 200: { description: 'Its body', ...contentOf(schema) } } },
          post: {
            requestBody: { required: true, ...contentOf(schema) },
            responses: { 204: { description: 'Taken' } },
          },
        },
      ]),
    ),
    components: { schemas: shared },
  };
  const folder = await createTempFolder({ 'openapi.json': JSON.stringify(document) });
  const { api, mock, breaches, stop } = await startMock({ spec: folder.file('openapi.json'), ...options });
  const ajv = new Ajv2020({ strict: false, logger: false, validateSchema: false });
  formats.default(ajv);
  ajv.addSchema({ components: { schemas: shared } }, 'shared');
  const atHome = (schema: unknown): unknown =>
    JSON.parse(JSON.stringify(schema).replaceAll('"#/components/', '"shared#/components/')) as unknown;
  return {
    mock,
    breaches,
    stop: async () => {
      await stop();
      await folder.remove();
    },
    get: async (schema, prefer) => {
      const { status, body } = await api.get(`/${schema}`, { headers: { prefer } });
      return { status, body: body as unknown };
    },
    post: async (schema, sent) => {
      const { status, body } = await api.post(`/${schema}`, sent);
      return status === 204 ? 'taken' : (body.errors as { field: string }[]).map(({ field }) => field);
    },
    fits: (schema, value) =>
      ajv.validate(atHome(typeof schema === 'number' ? schemas[schema] : schema) as object, value),
  };
};
