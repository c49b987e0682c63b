import type { Mock } from '../../../src/index.ts';
import type { components } from '../../../src/generated/admin-types.ts';

type Schemas = components['schemas'];
export type Show = Schemas['Show'];

export interface ControlAnswer {
  readonly status: number;
  // oxlint-disable-next-line typescript/no-explicit-any -- each test knows what it reads.
  readonly body: any;
}

/** Control calls about storyboards and the show. */
export const createDirectorClient = (mock: Pick<Mock, 'url'>) => {
  const call = async (
    method: string,
    path: string,
    body?: unknown,
    mediaType = 'application/json',
  ): Promise<ControlAnswer> => {
    const response = await fetch(`${mock.url}/__admin${path}`, {
      method,
      ...(body === undefined
        ? {}
        : { headers: { 'content-type': mediaType }, body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, body: text === '' ? undefined : JSON.parse(text) };
  };
  const show = async (method: string, path: string, body?: unknown): Promise<Show> => {
    const { status, body: answer } = await call(method, path, body);
    if (status !== 200) throw new Error(`${method} ${path}: ${String(status)} ${JSON.stringify(answer)}`);
    return answer.show as Show;
  };
  return {
    call,
    list: async () => (await call('GET', '/storyboards')).body.data as readonly Schemas['StoryboardSummary'][],
    upload: (yaml: string) => call('POST', '/storyboards', yaml, 'application/yaml'),
    validate: (yaml: string) => call('POST', '/storyboards/validate', yaml, 'application/yaml'),
    read: () => show('GET', '/show'),
    start: (storyboard: string) => show('PUT', '/show', { storyboard }),
    next: () => show('POST', '/show/next'),
    back: () => show('POST', '/show/back'),
    /** In the storyboard that is played. */
    jump: async (chapter: number, step?: number) => {
      const { storyboard } = await show('GET', '/show');
      return show('PUT', '/show', { storyboard, chapter, ...(step === undefined ? {} : { step }) });
    },
  };
};

export type DirectorClient = ReturnType<typeof createDirectorClient>;

/** What a step showed, without the ids of exchanges, which differ each time. */
export const shownBy = ({ current }: Show): string =>
  JSON.stringify(current, (name, value: unknown) => (name === 'requestId' ? undefined : value), 1);
