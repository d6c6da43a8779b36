import type { CryptoSuite } from "../../crypto/cryptoSuite";
import { type ContractInterface, contractInterface } from "./contractInterface";

const maxSignature = 2000;
const name = /^[A-Za-z_$][\w$]{0,127}$/;

/** `address indexed from` as an ABI has it; a type alone has no name. */
function parameterOf(written: string): object | undefined {
  const words = written.split(" ").filter((word) => word !== "");
  const indexed = words[1] === "indexed";
  const [type = "", named = ""] = indexed ? [words[0], words[2]] : words;
  if (type.startsWith("tuple") || words.length > (indexed ? 3 : 2) || (named !== "" && !name.test(named)))
    return undefined;
  const whole = /^u?int(?=\[|$)/.test(type) ? type.replace("int", "int256") : type;
  return { type: whole, name: named, indexed };
}

/**
 * An event as Solidity declares it: `event Transfer(address indexed from, address indexed to, uint256 value)`, also without its first
 * word. Structs aren't understood.
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
  const inside = line.slice(open + 1, -1).trim();
  const inputs = inside === "" ? [] : inside.split(",").map(parameterOf);
  if (!name.test(called) || inputs.includes(undefined)) return undefined;
  try {
    return contractInterface([{ type: "event", name: called, inputs }], suite);
  } catch {
    return undefined; // a type that there isn't
  }
}
