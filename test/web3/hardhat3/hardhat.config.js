import { fileURLToPath } from "node:url";
import ethers from "@nomicfoundation/hardhat-ethers";
import ignition from "@nomicfoundation/hardhat-ignition-ethers";
import upgrades from "@openzeppelin/hardhat-upgrades";

export default {
  plugins: [ethers, ignition, upgrades],
  solidity: {
    version: "0.8.37",
    // The compiler from npm: Hardhat would load one from elsewhere.
    path: fileURLToPath(import.meta.resolve("solc/soljson.js")),
    settings: { evmVersion: "paris", optimizer: { enabled: true } },
  },
  networks: {
    fisco: {
      type: "http",
      url: process.env.WEB3_URL ?? "http://127.0.0.1:8546",
      accounts: [process.env.WEB3_KEY].filter(Boolean),
    },
  },
};
