import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** keccak256 of `Transfer(address,address,uint256)`. */
const transferred = "ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef";
/** Emits the event with its value in the first word of memory and two topics on the stack. */
const emits = `7f${transferred}60206000a3`;
/** Any call is `give(to, value)`: from who calls. */
const runtime = `60243560005260043533${emits}00`;
const size = (runtime.length / 2).toString(16).padStart(2, "0");
/** Tells of seven for who makes it, and leaves what stands behind these instructions. */
const made = `6007600052336000${emits}60${size}`;
const creation = `${made}8060${(made.length / 2 + 9).toString(16).padStart(2, "0")}6000396000f3`;

const address = { type: "address", internalType: "address" };
const amount = { name: "value", type: "uint256", internalType: "uint256" };
const abi = [
  { type: "constructor", inputs: [], stateMutability: "nonpayable" },
  {
    type: "function",
    name: "give",
    inputs: [{ name: "to", ...address }, amount],
    outputs: [],
    stateMutability: "nonpayable",
  },
  {
    type: "event",
    name: "Transfer",
    anonymous: false,
    inputs: [
      { name: "from", indexed: true, ...address },
      { name: "to", indexed: true, ...address },
      { ...amount, indexed: false },
    ],
  },
];

/** Puts a compiled token into a workspace that tells of transfers and keeps no balance. */
export function withCoin(folder: string): void {
  const place = join(folder, "artifacts/contracts/Coin.sol");
  mkdirSync(place, { recursive: true });
  const artifact = {
    _format: "hh-sol-artifact-1",
    contractName: "Coin",
    sourceName: "contracts/Coin.sol",
    abi,
    bytecode: `0x${creation}${runtime}`,
    deployedBytecode: `0x${runtime}`,
    linkReferences: {},
    deployedLinkReferences: {},
  };
  writeFileSync(join(place, "Coin.json"), JSON.stringify(artifact));
}
