// What only a visitor sees, as one part.
export { default as Lifetime } from './visit/lifetime.tsx';
export { default as SignUp } from './visit/sign-up.tsx';
export { default as Visit } from './visit/visit-screen.tsx';
