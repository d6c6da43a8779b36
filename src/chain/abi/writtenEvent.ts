import type { CryptoSuite } from "../../crypto/cryptoSuite";
import { type ContractInterface, contractInterface } from "./contractInterface";
import { parametersIn } from "./writtenFunction";

const maxSignature = 2000;
const name = /^[A-Za-z_$][\w$]{0,127}$/;

/**
 * An event as Solidity declares it: `event Transfer(address indexed from, address indexed to, uint256 value)`, also without its first
 * word. Structs are written out, as in a function's.
 * @returns undefined for what is no such event
 */
export function writtenEvent(signature: string, suite: CryptoSuite): ContractInterface | undefined {
  const line = signature
    .slice(0, maxSignature + 1)
    .trim()
    .replaceAll(/\s/g, " ");
  const open = line.indexOf("(");
  if (line.length > maxSignature || open < 0 || !line.endsWith(")")) return undefined;
  const head = line.slice(0, open).trim();
  const called = head.startsWith("event ") ? head.slice("event ".length).trim() : head;
  const inputs = parametersIn(line.slice(open + 1, -1), true);
  if (!name.test(called) || !inputs) return undefined;
  try {
    return contractInterface([{ type: "event", name: called, inputs }], suite);
  } catch {
    return undefined; // a type that there isn't
  }
}
