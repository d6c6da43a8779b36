require("@nomicfoundation/hardhat-ethers");
require("@nomicfoundation/hardhat-ignition-ethers");
require("@openzeppelin/hardhat-upgrades");
const { subtask } = require("hardhat/config");
const { TASK_COMPILE_SOLIDITY_GET_SOLC_BUILD } = require("hardhat/builtin-tasks/task-names");

const version = "0.8.37";

// The compiler from npm: Hardhat would load one from elsewhere.
subtask(TASK_COMPILE_SOLIDITY_GET_SOLC_BUILD, async () => ({
  compilerPath: require.resolve("solc/soljson.js"),
  isSolcJs: true,
  version,
  longVersion: require("solc").version(),
}));

module.exports = {
  solidity: { version, settings: { evmVersion: "paris", optimizer: { enabled: true } } },
  networks: {
    fisco: { url: process.env.WEB3_URL ?? "http://127.0.0.1:8546", accounts: [process.env.WEB3_KEY].filter(Boolean) },
  },
};
