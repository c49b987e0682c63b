// What only a visitor sees, as one part.
export { default as SignUp } from './visit/sign-up.tsx';
export { default as Visit } from './visit/visit-screen.tsx';
