/** What is wrong with a key file, for whoever decides what to show. */
export type KeyFileErrorCode =
  | "unknownFormat"
  | "damaged"
  | "passwordNeeded"
  | "wrongPassword"
  | "unsupportedCurve"
  | "unsupportedCipher"
  | "noPrivateKey"
  | "keyOutOfRange";

const advice: Record<KeyFileErrorCode, string> = {
  unknownFormat: "Choose a PEM, PKCS#12 (.p12), Ethereum keystore (JSON) or hex key file.",
  damaged: "Take the file from its backup, or export the key again where it still works.",
  passwordNeeded: "Enter the password the file was saved with; it may be an empty one.",
  wrongPassword: "Try again; mind the keyboard layout and blanks. An account's files may have different passwords.",
  unsupportedCurve: "Accounts of a chain are on secp256k1 (standard) or sm2p256v1 (SM): choose another key.",
  unsupportedCipher: "Convert the file with OpenSSL: openssl pkcs8 -topk8 -v2 aes-256-cbc -in OLD -out NEW.",
  noPrivateKey: "Choose the private key's file: for NAME.pem.pub that is NAME.pem.",
  keyOutOfRange: "Create a new account: no chain can have accepted this key.",
};

/** The one error of this folder. Its text never holds a part of a key or a password. */
export class KeyFileError extends Error {
  override readonly name = "KeyFileError";
  readonly code: KeyFileErrorCode;
  readonly advice: string;

  constructor(code: KeyFileErrorCode, message: string) {
    super(message);
    this.code = code;
    this.advice = advice[code];
  }
}
