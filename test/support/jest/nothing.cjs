module.exports = { types: {} };
