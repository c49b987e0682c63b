// vatmock is an ES module, and so are the tests: run them with
//   NODE_OPTIONS=--experimental-vm-modules npx jest
export default {
  testEnvironment: 'node',
  transform: {},
};
