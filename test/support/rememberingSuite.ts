import type { CryptoSuite } from "../../src/crypto/cryptoSuite";

/**
 * The same algorithms, which remember what they said of a signature: under thousands of lies about one answer, nearly all signatures of the
 * others are those of the time before.
 */
export function rememberingSuite(suite: CryptoSuite): CryptoSuite {
  const signers = new Map<string, Uint8Array | undefined>();
  const verdicts = new Map<string, boolean>();
  const keyOf = (...parts: Uint8Array[]): string =>
    parts.map((part) => Buffer.from(part.buffer, part.byteOffset, part.length).toString("latin1")).join("|");
  const remembered = <Result>(reported: Map<string, Result>, key: string, say: () => Result): Result => {
    if (reported.has(key)) return reported.get(key) as Result;
    const now = say();
    reported.set(key, now);
    return now;
  };
  return {
    name: suite.name,
    hash: (data) => suite.hash(data),
    publicKey: (privateKey) => suite.publicKey(privateKey),
    address: (publicKey) => suite.address(publicKey),
    sign: (hash, privateKey, publicKey) => suite.sign(hash, privateKey, publicKey),
    signingWith: (privateKey, publicKey) => suite.signingWith(privateKey, publicKey),
    signer: (hash, signature) => remembered(signers, keyOf(hash, signature), () => suite.signer(hash, signature)),
    verify: (hash, signature, publicKey) =>
      remembered(verdicts, keyOf(hash, signature, publicKey), () => suite.verify(hash, signature, publicKey)),
  };
}
