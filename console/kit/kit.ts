// What screens are made of: components, and what they read and change. It is one script of the bundle: what each screen
// imports is not parted by who uses what. Requests of the API and descriptions are apart: few screens need them.
export * from './button.tsx';
export * from './code.tsx';
export * from './form.tsx';
export * from './icon.tsx';
export * from './layout.tsx';
export * from './shown.tsx';
export * from './words.tsx';
export * from '../server/address.ts';
export * from '../server/call.ts';
export * from '../server/clock.ts';
export * from '../server/session.ts';
export * from '../server/sign-in.ts';
export * from '../server/stream.ts';
export * from '../server/told.ts';
export * from '../server/use-call.ts';
