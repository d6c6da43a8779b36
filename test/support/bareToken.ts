import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { contractInterface } from "../../src/chain/abi/contractInterface";
import { standardSuite } from "../../src/crypto/suites";

const uint = { type: "uint256", internalType: "uint256" };
const address = (name: string, indexed?: boolean): object => ({
  ...{ name, type: "address", internalType: "address" },
  ...(indexed === undefined ? {} : { indexed }),
});
const abi = [
  {
    ...{ type: "event", name: "Transfer", anonymous: false },
    inputs: [address("from", true), address("to", true), { ...uint, name: "value", indexed: false }],
  },
  {
    ...{ type: "function", name: "give", stateMutability: "nonpayable", outputs: [] },
    inputs: [address("from"), address("to"), { ...uint, name: "value" }],
  },
];
const topic = contractInterface(abi, standardSuite).events[0]?.topic.slice(2) ?? "";

/**
 * Code of a token that tells of a transfer whatever it is called with, and keeps nothing: value to memory 0; to, from, topic,
 * 32 bytes at 0, LOG3, STOP. Before it, what copies these 51 bytes and returns them.
 */
const runtime = `6044356000526024356004357f${topic}60206000a300`;
const bytecode = `0x603380600b6000396000f3${runtime}`;

/** Puts such a token, `Coin`, into a workspace as Hardhat would. */
export function withBareToken(folder: string): void {
  const place = join(folder, "artifacts/contracts/Coin.sol");
  mkdirSync(place, { recursive: true });
  const artifact = {
    ...{ _format: "hh-sol-artifact-1", contractName: "Coin", sourceName: "contracts/Coin.sol", abi, bytecode },
    ...{ deployedBytecode: `0x${runtime}`, linkReferences: {}, deployedLinkReferences: {} },
  };
  writeFileSync(join(place, "Coin.json"), JSON.stringify(artifact));
}
