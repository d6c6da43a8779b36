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
