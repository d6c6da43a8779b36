import { type Address, bytesToHex, isSameAddress } from "../../crypto/bytes/hex";
import type { CryptoSuite } from "../../crypto/cryptoSuite";
import { clientError } from "../../errors/clientError";

/** Order of secp256k1. */
const order = 0xffffffff_ffffffff_ffffffff_fffffffe_baaedce6_af48a03b_bfd25e8c_d0364141n;

const numberOf = (bytes: Uint8Array): bigint => BigInt(bytesToHex(bytes));

function bytesOf(value: bigint): Uint8Array {
  return Uint8Array.from(Buffer.from(value.toString(16).padStart(64, "0"), "hex"));
}

/** r ‖ s with s in the lower half, as a key in memory signs: of two signatures that mean the same, one form. */
function lowS(signature: Uint8Array): Uint8Array {
  const whole = signature.slice(0, 64);
  const s = numberOf(whole.subarray(32));
  if (s > order / 2n && s < order) whole.set(bytesOf(order - s), 32);
  return whole;
}

/** All forms in which the suite might hold what a signer returned: with v 0, 1, 27, 28 or none, with its public key or without. */
function formsOf(suite: CryptoSuite, signature: Uint8Array, publicKey: Uint8Array | undefined): Uint8Array[] {
  if (suite.name === "sm") {
    if (signature.length === 128) return [signature];
    return signature.length === 64 && publicKey ? [Uint8Array.from([...signature, ...publicKey])] : [];
  }
  if (signature.length !== 64 && signature.length !== 65) return [];
  const rs = lowS(signature);
  return [0, 1].map((v) => Uint8Array.from([...rs, v]));
}

/**
 * What a signer returned, in the chain's own form, if it is this account's signature over this hash: no signer is believed.
 * @param publicKey of the account, where the signer returns r ‖ s alone under SM2
 * @throws ChainError usage `signatureOfAnother`
 */
export function checkedSignature(
  suite: CryptoSuite,
  account: { readonly address: Address; readonly publicKey?: Uint8Array | undefined },
  hash: Uint8Array,
  signature: Uint8Array,
): Uint8Array {
  const { address, publicKey } = account;
  const own = formsOf(suite, signature, publicKey).find((form) => {
    const signer = suite.signer(hash, form);
    return signer !== undefined && isSameAddress(suite.address(signer), address);
  });
  if (!own) throw clientError("signatureOfAnother", { address });
  return own;
}
