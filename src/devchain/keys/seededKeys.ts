import { keccak_256 } from "@noble/hashes/sha3.js";
import { type Address, bytesToHex, bytesToHexDigits, type Hex, type NodeId } from "../../crypto/bytes/hex";
import type { CryptoSuite } from "../../crypto/cryptoSuite";
import { sm3 } from "../../crypto/sm3";

/** A consensus node of the embedded chain with its real key. */
export interface NodeIdentity {
  readonly nodeId: NodeId;
  readonly publicKey: Uint8Array;
  readonly privateKey: Uint8Array;
  readonly label: string;
}

/** A development account: its key is public knowledge. */
export interface DevAccount {
  readonly address: Address;
  readonly privateKey: Hex;
  readonly label: string;
}

/** Keys are made by the libraries' hashes: what works on public things alone never sees them. */
const keyHash = (suite: CryptoSuite): ((data: Uint8Array) => Uint8Array) => (suite.name === "sm" ? sm3 : keccak_256);

/** A private key that follows from the seed and a purpose. Hashing again skips the few values outside the curve's range. */
function seededKey(
  suite: CryptoSuite,
  seed: string,
  purpose: string,
): { privateKey: Uint8Array; publicKey: Uint8Array } {
  const hash = keyHash(suite);
  let privateKey = hash(new TextEncoder().encode(`chainside development key\n${seed}\n${purpose}`));
  for (;;) {
    try {
      return { privateKey, publicKey: suite.publicKey(privateKey) };
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      privateKey = hash(privateKey);
    }
  }
}

/** The nodes of a chain: sealers first, then observers, in the order of their making. */
export function seededNodes(suite: CryptoSuite, seed: string, count: number): NodeIdentity[] {
  return Array.from({ length: count }, (_, index) => seededNode(suite, seed, index));
}

/** One node of a chain. */
export function seededNode(suite: CryptoSuite, seed: string, index: number): NodeIdentity {
  const { privateKey, publicKey } = seededKey(suite, seed, `node ${index}`);
  return { nodeId: bytesToHexDigits(publicKey), publicKey, privateKey, label: `node${index}` };
}

/** Accounts to develop with, the same for every chain of the same seed and suite. */
export function seededAccounts(suite: CryptoSuite, seed: string, count: number): DevAccount[] {
  return Array.from({ length: count }, (_, index) => {
    const { privateKey, publicKey } = seededKey(suite, seed, `account ${index}`);
    return { address: suite.address(publicKey), privateKey: bytesToHex(privateKey), label: `dev${index}` };
  });
}
