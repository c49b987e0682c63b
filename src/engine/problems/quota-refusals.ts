import { quotaExceeded } from './quota-problem.ts';

export const tooManyLongPolls = (limit: number): Error =>
  quotaExceeded({
    quota: { name: 'long-polls', limit, used: limit, setting: '--long-polls-per-sandbox' },
    detail: `${String(limit)} calls are already waiting for requests or deliveries of this sandbox, which is the maximum (--long-polls-per-sandbox): retry when one has returned.`,
    retryAfter: 1,
  });

export const tooManyStreams = (name: 'streams' | 'visitor-streams', limit: number): Error =>
  quotaExceeded({
    quota: { name, limit, used: limit, setting: '--streams-per-sandbox' },
    detail: `${String(limit)} listeners follow this sandbox, which is the maximum (--streams-per-sandbox): close one of them.`,
    retryAfter: 5,
  });
