import type { CryptoSuiteName } from "../cryptoSuite";
import { KeyFileError } from "./keyFileError";

/** Object identifiers of key files: docs/protocol/key-files.md. */
export const ids = {
  ecPublicKey: "1.2.840.10045.2.1",
  data: "1.2.840.113549.1.7.1",
  encryptedData: "1.2.840.113549.1.7.6",
  keyBag: "1.2.840.113549.1.12.10.1.1",
  shroudedKeyBag: "1.2.840.113549.1.12.10.1.2",
  certificateBag: "1.2.840.113549.1.12.10.1.3",
  x509Certificate: "1.2.840.113549.1.9.22.1",
  friendlyName: "1.2.840.113549.1.9.20",
  localKeyId: "1.2.840.113549.1.9.21",
  sha1TripleDes: "1.2.840.113549.1.12.1.3",
  pbes2: "1.2.840.113549.1.5.13",
  sha1: "1.3.14.3.2.26",
  commonName: "2.5.4.3",
} as const;

const curves: Record<CryptoSuiteName, string> = { standard: "1.3.132.0.10", sm: "1.2.156.10197.1.301" };

/** What a certificate of the suite's key is signed with: ECDSA with SHA-256, SM2 with SM3. */
export const signatureIds: Record<CryptoSuiteName, string> = {
  standard: "1.2.840.10045.4.3.2",
  sm: "1.2.156.10197.1.501",
};

export const curveId = (suite: CryptoSuiteName): string => curves[suite];

/** @throws KeyFileError code `unsupportedCurve`. */
export function suiteOfCurve(id: string): CryptoSuiteName {
  if (id === curves.standard) return "standard";
  if (id === curves.sm) return "sm";
  throw new KeyFileError("unsupportedCurve", `curve ${id}`);
}

/** Of a curve written out in numbers. @throws KeyFileError code `unsupportedCurve`. */
export function suiteOfOrder(order: string): CryptoSuiteName {
  if (order === "fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141") return "standard";
  if (order === "fffffffeffffffffffffffffffffffff7203df6b21c6052b53bbf40939d54123") return "sm";
  throw new KeyFileError("unsupportedCurve", "a curve written out in numbers");
}
