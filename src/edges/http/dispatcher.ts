import type { ApiRequest, Reply } from '../../kernel/http.ts';

export type Handle = (request: ApiRequest) => Promise<Reply>;

/** Routes by path: the first matching prefix wins, the API takes the rest. */
interface HttpRoutes {
  readonly prefixed: readonly { readonly prefix: string; readonly handle: Handle }[];
  readonly api: Handle;
  /** Response of `GET /`, as an introduction. */
  readonly welcome: ((request: ApiRequest) => Reply) | undefined;
}

export const createDispatcher = ({ prefixed, api, welcome }: HttpRoutes): Handle => {
  const httpRoutes = prefixed.map(({ prefix, handle }) => ({ prefix, below: `${prefix}/`, handle }));
  return (request) => {
    const { path, method } = request;
    for (const { prefix, below, handle } of httpRoutes)
      if (path === prefix || path.startsWith(below)) return handle(request);
    if (path === '/' && welcome !== undefined && (method === 'GET' || method === 'HEAD'))
      return Promise.resolve(welcome(request));
    return api(request);
  };
};
