// Contracts whose code says what a test wants: in an event, or as the reason of a revert.
import { contractInterface } from "../../src/chain/abi/contractInterface";
import type { ChainSession } from "../../src/chain/session";
import type { Hex } from "../../src/crypto/bytes/hex";

const hexOf = (value: number, bytes: number): string => value.toString(16).padStart(2 * bytes, "0");

/** ABI data of one text: offset, length, bytes. */
function textData(text: string): string {
  const bytes = Buffer.from(text, "utf8").toString("hex");
  const padded = bytes.padEnd(Math.ceil(bytes.length / 64) * 64, "0");
  return `${hexOf(32, 32)}${hexOf(bytes.length / 2, 32)}${padded}`;
}

/** Creation code of what runs `code`, behind which `data` stands; `code` is made for where that is. */
function creation(code: (at: string, length: string) => string, data: string): Hex {
  const length = hexOf(data.length / 2, 2);
  const at = hexOf(code("0000", length).length / 2, 2);
  const runtime = `${code(at, length)}${data}`;
  const size = hexOf(runtime.length / 2, 2);
  // PUSH2 size, PUSH1 14, PUSH1 0, CODECOPY, PUSH2 size, PUSH1 0, RETURN: 14 bytes
  return `0x61${size}600e60003961${size}6000f3${runtime}`;
}

/** Its ABI: a function that does it, and an event with a text. */
export const sayingAbi = [
  { type: "function", name: "speak", inputs: [], outputs: [], stateMutability: "nonpayable" },
  { type: "event", name: "Said", anonymous: false, inputs: [{ type: "string", name: "words", indexed: false }] },
];

/** Code of a contract that emits `Said(words)`, whatever it is asked. */
export function sayingCode({ suite }: ChainSession, words: string): Hex {
  const [event] = contractInterface(sayingAbi, suite).events;
  const topic = event?.topic.slice(2) ?? "";
  return creation((at, length) => `61${length}61${at}6000397f${topic}61${length}6000a100`, textData(words));
}

/** Code of a contract that reverts with `Error(words)`, whatever it is asked. */
export function revertingCode({ suite }: ChainSession, words: string): Hex {
  const selector = suite.name === "sm" ? "c703cb12" : "08c379a0";
  return creation((at, length) => `61${length}61${at}60003961${length}6000fd`, `${selector}${textData(words)}`);
}
