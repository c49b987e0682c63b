// The tests are ES modules: run them with
//   NODE_OPTIONS=--experimental-vm-modules npx jest
export default {
  testEnvironment: 'node',
  transform: {},
};
