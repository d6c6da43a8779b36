import { bytesToHexDigits } from "../../crypto/bytes/hex";
import { sm3 } from "../../crypto/sm3";
import source from "./knownContract.sol.eta";
import type { SolcProgram } from "./solcProgram";

/** The functions whose selectors are well known on SM chains (docs/solidity.md, "SM chains"). */
const known = { "get()": "299f7f9d", "set(string)": "3590b49f" };
const utf8 = new TextEncoder();
const sm3Hex = (text: string): string => bytesToHexDigits(sm3(utf8.encode(text)));

/** A name whose hash takes several blocks, so that padding is seen at work; lengths around one block with it. */
const names = [40, 45, 46, 47, 48, 53, 54, 55, 56, 60, 200].map((length) => "a".repeat(length));

interface Answer {
  readonly contracts?: Readonly<
    Record<
      string,
      Readonly<
        Record<
          string,
          {
            readonly evm: {
              readonly bytecode: { readonly object: string };
              readonly methodIdentifiers: Record<string, string>;
            };
          }
        >
      >
    >
  >;
}

/**
 * Compiles a contract whose hashes are known and compares: a compiler is used for SM chains only when every one is right.
 * @returns what is wrong, or undefined.
 */
export function wrongSmHash(solc: SolcProgram): string | undefined {
  const input = {
    language: "Solidity",
    sources: { "HelloWorld.sol": { content: source({ names }).trimEnd() } },
    settings: { outputSelection: { "*": { "*": ["evm.bytecode.object", "evm.methodIdentifiers"] } } },
  };
  const { contracts } = JSON.parse(solc.compile(JSON.stringify(input))) as Answer;
  const evm = contracts?.["HelloWorld.sol"]?.["HelloWorld"]?.evm;
  if (!evm) return "it does not compile a known contract";
  const { methodIdentifiers, bytecode } = evm;
  for (const [signature, selector] of Object.entries(known)) {
    if (methodIdentifiers[signature] !== selector) return `${signature} has selector ${methodIdentifiers[signature]}`;
  }
  for (const name of names) {
    const selector = methodIdentifiers[`${name}()`];
    if (selector !== sm3Hex(`${name}()`).slice(0, 8))
      return `a name of ${name.length} letters has selector ${selector}`;
  }
  return bytecode.object.includes(sm3Hex("Named(address,string)")) ? undefined : "an event has another topic";
}
