import type { request } from 'undici';

export type Answer = Awaited<ReturnType<typeof request>>;
