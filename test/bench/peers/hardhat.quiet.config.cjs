module.exports = { solidity: "0.8.26", networks: { hardhat: { loggingEnabled: false } } };
