import { numberOfBytes } from "../../crypto/bytes/bigEndian";
import { smSuite, standardSuite } from "../../crypto/suites";
import { bytesToText, textToBytes } from "./host/abiBytes";
import { noAddress } from "./host/addresses";
import { define, type FunctionResult, type PrecompiledCode } from "./host/contract";

const noAccount: FunctionResult = [false, noAddress];

/** Whether the key signed the hash, and the key's SM account. Bad data is an answer, not a refusal. */
function verifySm2(hash: string, publicKey: string, r: string, s: string): FunctionResult {
  const key = textToBytes(publicKey);
  if (key.length !== 64 || !smSuite.verify(textToBytes(hash), textToBytes(r + s), key)) return noAccount;
  return [true, smSuite.address(key).slice(2)];
}

/** Whether the key made the random number, and the number. Its curve is loaded when first asked for. */
async function verifyVrf(input: string, publicKey: string, proof: string): Promise<FunctionResult> {
  const { verify } = await import("./curve25519Vrf");
  const random = verify(textToBytes(input), textToBytes(publicKey), textToBytes(proof));
  return random ? [true, numberOfBytes(random)] : [false, 0n];
}

/** 0x100a: hashes and signatures of both suites (docs/protocol/built-in-contracts.md, "Crypto"). */
export const cryptoContract: PrecompiledCode = {
  name: "CryptoPrecompiled",
  charges: true,
  functions: [
    define("sm3(bytes)", "bytes32", (_context, args) => [bytesToText(smSuite.hash(textToBytes(args.text(0))))]),
    define("keccak256Hash(bytes)", "bytes32", (_context, args) => [
      bytesToText(standardSuite.hash(textToBytes(args.text(0)))),
    ]),
    define("sm2Verify(bytes32,bytes,bytes32,bytes32)", "bool,address", (_context, args) =>
      verifySm2(args.text(0), args.text(1), args.text(2), args.text(3)),
    ),
    define("curve25519VRFVerify(bytes,bytes,bytes)", "bool,uint256", (_context, args) =>
      verifyVrf(args.text(0), args.text(1), args.text(2)),
    ),
  ],
};

const nothing = new Uint8Array(0);

/** 0x5200–0x527f: sorts numbers to keep a processor busy. No one sees the numbers, so they are not sorted here. */
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
