import forge from "node-forge";
import { bytesOf, childrenOf, fromBinary, type Node, numberOf, objectIdOf, toBinary } from "../asn1";
import { ids } from "./curveIds";
import { damaged, KeyFileError } from "./keyFileError";

/** Two functions of the library that its types leave out; an empty password can be null. */
const library = forge as unknown as {
  pki: { pbe: { getCipher(id: string, parameters: Node, password: string | null): forge.cipher.BlockCipher } };
  pkcs12: {
    generateKey(
      password: string | null,
      salt: forge.util.ByteBuffer,
      purpose: number,
      iterations: number,
      length: number,
      digest: forge.md.MessageDigest,
    ): forge.util.ByteBuffer;
  };
};

/** More rounds than any writer uses; a damaged count must not keep the machine busy for hours. */
const maximumIterations = 2_000_000;

/**
 * How a password can have been turned into bytes. PKCS#12 writes characters of two bytes and a closing zero; for an empty
 * password the Java client leaves the zero out (null), OpenSSL does not. Everything else takes UTF-8.
 */
function spellings(scheme: string, password: string): (string | null)[] {
  if (scheme === ids.pbes2) return [forge.util.encodeUtf8(password)];
  return password === "" ? [null, ""] : [password];
}

function iterationsOf(scheme: string, parameters: Node): number {
  if (scheme !== ids.pbes2) return numberOf(childrenOf(parameters)[1]);
  const [derivation] = childrenOf(parameters);
  return numberOf(childrenOf(childrenOf(derivation)[1])[1]);
}

const hmacWithSha224 = "1.2.840.113549.2.8";

/** The hash of PBKDF2 where it is named; HMAC-SHA-1 is not. */
function derivationDigest(parameters: Node): string | undefined {
  const [derivation] = childrenOf(parameters);
  const named = childrenOf(childrenOf(derivation)[1]).find((child) => Array.isArray(child.value));
  return named && objectIdOf(childrenOf(named)[0]);
}

/**
 * Decrypts what a password protects: PBES2 (OpenSSL 3) and the PKCS#12 schemes of the Java client and OpenSSL 1.
 * @returns undefined when the password does not fit: what comes out has no valid padding
 * @throws KeyFileError code `unsupportedCipher` or `damaged`.
 */
export function decryptWithPassword(algorithm: Node, content: Uint8Array, password: string): Uint8Array[] {
  const [idNode, parameters] = childrenOf(algorithm);
  const scheme = objectIdOf(idNode);
  if (!parameters) throw damaged("the parameters of its encryption are missing");
  if (iterationsOf(scheme, parameters) > maximumIterations) throw damaged("its iteration count is out of range");
  if (scheme === ids.pbes2 && derivationDigest(parameters) === hmacWithSha224) {
    throw new KeyFileError("unsupportedCipher", "PBKDF2 with HMAC-SHA-224"); // the library takes SHA-512 for it
  }
  const plain: Uint8Array[] = [];
  for (const spelling of spellings(scheme, password)) {
    let cipher: forge.cipher.BlockCipher;
    try {
      cipher = library.pki.pbe.getCipher(scheme, parameters, spelling);
    } catch {
      throw new KeyFileError("unsupportedCipher", `scheme ${scheme}`);
    }
    cipher.update(forge.util.createBuffer(toBinary(content)));
    if (cipher.finish()) plain.push(fromBinary(cipher.output.getBytes()));
  }
  return plain;
}

/** The key derivation of PKCS#12 (RFC 7292, appendix B) in each spelling of the password. */
export function pkcs12Keys(
  password: string,
  salt: Uint8Array,
  purpose: "key" | "iv" | "mac",
  iterations: number,
  length: number,
  digest: forge.md.MessageDigest,
): Uint8Array[] {
  if (iterations > maximumIterations) throw damaged("its iteration count is out of range");
  const purposes = { key: 1, iv: 2, mac: 3 } as const;
  return spellings("pkcs12", password).map((spelling) =>
    fromBinary(
      library.pkcs12
        .generateKey(spelling, forge.util.createBuffer(toBinary(salt)), purposes[purpose], iterations, length, digest)
        .getBytes(),
    ),
  );
}

/** Bytes of a password-encrypted part: an algorithm and the encrypted content. */
export function encryptedParts(node: Node): { algorithm: Node; content: Uint8Array } {
  const [algorithm, content] = childrenOf(node);
  if (!algorithm || !content) throw damaged("an encrypted part is incomplete");
  return { algorithm, content: bytesOf(content) };
}
