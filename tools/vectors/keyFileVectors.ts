import { bytesToHexDigits, hexToBytes } from "../../src/crypto/bytes/hex";
import { importKeyFile } from "../../src/crypto/keyFiles/importKeyFile";
import { readPublicPem, writePem, writePublicPem } from "../../src/crypto/keyFiles/pem";
import { suiteOf } from "./suiteOfVector";
import { checkCases, difference, type KindOutcome } from "./vectorKind";

export interface KeyFileVector {
  crypto: string;
  privateKey: string;
  publicKey: string;
  address: string;
  password: string;
  pemFileName?: string;
  pem: string;
  pubPem: string;
  p12FileName?: string;
  p12Base64: string;
}

/** Files of the official Java client: read, and PEM written byte for byte. Reading goes the way the product does. */
export async function checkKeyFileVectors(vectors: readonly KeyFileVector[]): Promise<KindOutcome[]> {
  const imported = await Promise.all(
    vectors.map(async (vector) => ({
      vector,
      pem: await readOrProblem(Buffer.from(vector.pem)),
      p12: await readOrProblem(Buffer.from(vector.p12Base64, "base64"), vector.password),
    })),
  );
  return [
    checkCases("key files: PEM", imported, ({ vector, pem }) => {
      const suite = suiteOf(vector.crypto);
      const written = writePem(suite.name, hexToBytes(vector.privateKey));
      const read = readPublicPem(vector.pubPem);
      return [
        ...difference("key read", pem, `${suite.name} ${vector.privateKey}`),
        ...difference("PEM written", written, vector.pem),
        ...difference(
          "public key read",
          `${read.suite} ${bytesToHexDigits(read.publicKey)}`,
          `${suite.name} ${vector.publicKey}`,
        ),
        ...difference("public PEM written", writePublicPem(suite.name, hexToBytes(vector.publicKey)), vector.pubPem),
        ...difference("address", suite.address(read.publicKey), vector.address),
      ];
    }),
    checkCases("key files: PKCS#12", imported, ({ vector, p12 }) => {
      const suite = suiteOf(vector.crypto).name;
      return difference("key read", p12, `${suite} ${vector.privateKey}`);
    }),
  ];
}

async function readOrProblem(content: Uint8Array, password?: string): Promise<string> {
  try {
    const key = await importKeyFile(content, password);
    return `${key.suite} ${bytesToHexDigits(key.privateKey)}`;
  } catch (error) {
    return `threw ${error instanceof Error ? error.message : String(error)}`;
  }
}
