import type { ApiRequest, Reply } from '../../kernel/http.ts';
import type { ApiCall } from './api-call.ts';
import { type CallOptions, toRequest } from './call-request.ts';

/** How the API responded to a call of goto. */
export interface SentCall {
  readonly status: number;
  readonly requestId: string | null;
  /** Why it was refused; undefined if it was not. */
  readonly refusal: string | undefined;
}

/** Sends a call through the pipeline of the API, as one of its clients would, but at no cost to the client's budget. */
export const sendCall = async (
  handle: (request: ApiRequest) => Promise<Reply>,
  call: ApiCall,
  options: Omit<CallOptions, 'sentBy'>,
): Promise<SentCall> => {
  const reply = await handle(toRequest(call, { ...options, sentBy: 'goto' }));
  const { status, headers } = reply;
  return {
    status,
    requestId: headers['x-mock-request-id'] ?? null,
    refusal: status < 300 ? undefined : (detailOf(reply) ?? `HTTP ${String(status)}`),
  };
};

const detailOf = ({ content }: Reply): string | undefined => {
  if (content === undefined) return undefined;
  const { value } = content;
  return typeof value === 'object' && value !== null && 'detail' in value && typeof value.detail === 'string'
    ? value.detail
    : undefined;
};
