import { textToBytes } from "./host/abiBytes";
import { define, type FunctionResult, type PrecompiledCode, parameterTypes } from "./host/contract";
import { Refusal } from "./host/refusal";

/** -50101: no function has the selector; -51600 to -51800: what was given can't be one (docs/protocol/errors.md). */
const [noFunction, noCiphers, noGroupSignature, noRingSignature] = [-50101n, -51600n, -51700n, -51800n];

/** A ciphertext of the smallest keys has more digits than this. */
const tooShort = 64;

/** Mathematics of the node that this chain lacks: the call says so, instead of giving a wrong answer. */
function lacking(name: string): never {
  throw new Refusal(`${name} is not in the embedded chain`);
}

const unknownFunction = (): FunctionResult => [noFunction, false];

function addCiphers(first: string, second: string): FunctionResult | Uint8Array {
  if (Math.min(first.length, second.length) >= tooShort) lacking("Paillier");
  return invalidCiphers;
}

const invalidCiphers = new Uint8Array(32).fill(0xff);
new DataView(invalidCiphers.buffer).setInt32(28, Number(noCiphers));

/** 0x5003: what can't be a ciphertext is refused as by a node; to add two takes mathematics that this chain lacks. */
export const paillierContract: PrecompiledCode = {
  name: "PaillierPrecompiled",
  charges: true,
  functions: [
    define("paillierAdd(string,string)", "string", (_context, args) => addCiphers(args.text(0), args.text(1))),
    define("paillierAdd(bytes,bytes)", "bytes", (_context, args) => {
      const [first, second] = [textToBytes(args.text(0)), textToBytes(args.text(1))];
      return addCiphers("0".repeat(first.length * 2), "0".repeat(second.length * 2));
    }),
  ],
  otherwise: unknownFunction,
};

/** A signature contract whose empty signatures are no signatures; of others this chain can't tell. */
function signatures(name: string, label: string, signature: string, failed: bigint): PrecompiledCode {
  return {
    name,
    charges: true,
    functions: [
      define(signature, "int32,bool", (_context, args) => (args.text(0) === "" ? [failed, false] : lacking(label))),
    ],
    otherwise: unknownFunction,
  };
}

const groupVerify = "groupSigVerify(string,string,string,string)";
export const groupSigContract = signatures("GroupSigPrecompiled", "GroupSig", groupVerify, noGroupSignature);
const ringVerify = "ringSigVerify(string,string,string)";
export const ringSigContract = signatures("RingSigPrecompiled", "RingSig", ringVerify, noRingSignature);

/** Whether a contract counts only its output as memory. */
export const countsOutputAlone = (code: PrecompiledCode): boolean =>
  code === paillierContract || code === groupSigContract || code === ringSigContract;

/** The node registers one of them with blanks, by which its selector is another one. */
const proofs = [
  ...[
    "verifyEitherEqualityProof(bytes,bytes,bytes,bytes,bytes,bytes)",
    "verifyKnowledgeProof(bytes,bytes,bytes,bytes)",
  ],
  ...["verifyFormatProof(bytes,bytes,bytes,bytes,bytes,bytes)", "verifySumProof(bytes,bytes,bytes,bytes,bytes,bytes)"],
  ...["verifyProductProof(bytes, bytes, bytes, bytes, bytes, bytes)", "aggregatePoint(bytes,bytes)"],
  "verifyEqualityProof(bytes,bytes,bytes,bytes,bytes)",
];

/** 0x5100: other functions than its proofs are refused as by a node. */
export const zkpContract: PrecompiledCode = {
  name: "ZkpPrecompiled",
  functions: proofs.map((signature) =>
    define(signature, "bool", () => lacking("Discrete ZKP"), {
      parameters: parameterTypes(signature).replaceAll(" ", ""),
    }),
  ),
};

const nothing = new Uint8Array(0);

/** 0x5200–0x527f: sorts numbers to keep a processor busy. The numbers aren't seen, so they are not sorted here. */
const cpuHeavyContract: PrecompiledCode = {
  name: "CpuHeavyPrecompiled",
  functions: [],
  otherwise: () => nothing,
};

/** 0x6200–0x627f: balances that no function shows, and return codes that the node drops. What is seen is success and the gas. */
const smallBankContract: PrecompiledCode = {
  name: "SmallBankPrecompiled",
  functions: [],
  charges: true,
  otherwise({ gas }) {
    gas.setMemory(0);
    gas.operation("openTable");
    return nothing;
  },
};

/** The node's contracts for load tests, which the classic executor alone has (docs/protocol/built-in-contracts.md, "Test contracts"). */
export function testContractAt(address: string): PrecompiledCode | undefined {
  if (/^0{36}52[0-7][0-9a-f]$/.test(address)) return cpuHeavyContract;
  return /^0{36}62[0-7][0-9a-f]$/.test(address) ? smallBankContract : undefined;
}
