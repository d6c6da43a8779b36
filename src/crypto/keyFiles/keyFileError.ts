import { type LocalizableText, text } from "../../text/catalogue";
import { Asn1Error } from "../asn1Error";

/** What is wrong with a key file, for the one who decides what to show. */
type KeyFileErrorCode =
  | "unknownFormat"
  | "damaged"
  | "passwordNeeded"
  | "wrongPassword"
  | "unsupportedCurve"
  | "unsupportedCipher"
  | "noPrivateKey"
  | "keyOutOfRange";

/** What happened and what to do next, one sentence each; translated where they are shown. */
const sentences: Record<KeyFileErrorCode, { message: LocalizableText; advice: LocalizableText }> = {
  unknownFormat: {
    message: text("This isn't a key file of a known format."),
    advice: text("Select a PEM, PKCS#12 (.p12), Ethereum keystore (JSON), or hex key file."),
  },
  damaged: {
    message: text("The key file is damaged."),
    advice: text("Restore the file from a backup, or export the key again where it still works."),
  },
  passwordNeeded: {
    message: text("The key file is protected by a password."),
    advice: text("Enter the password that the file was saved with. It might be empty."),
  },
  wrongPassword: {
    message: text("The password doesn't open the key file."),
    advice: text(
      "Try again, and check the keyboard layout and spaces. Files of one account can have different passwords.",
    ),
  },
  unsupportedCurve: {
    message: text("No chain uses keys of this type."),
    advice: text("Select a key on secp256k1 (standard chains) or sm2p256v1 (SM chains)."),
  },
  unsupportedCipher: {
    message: text("The encryption of the key file isn't supported."),
    advice: text("Save it in a common form, for example: openssl pkcs8 -topk8 -v2 aes-256-cbc -in OLD -out NEW"),
  },
  noPrivateKey: {
    message: text("The file contains no private key."),
    advice: text("Select the private key file. For NAME.pem.pub, that's NAME.pem."),
  },
  keyOutOfRange: {
    message: text("The number in the key file isn't a valid private key for its curve."),
    advice: text("Create a new account. No chain can have accepted this key."),
  },
};

/** The one error of this folder. Nothing in it holds a part of a key or a password. */
export class KeyFileError extends Error {
  override readonly name = "KeyFileError";
  readonly code: KeyFileErrorCode;
  readonly advice: LocalizableText;
  /** For a report, English: which part of the file it is. */
  readonly detail: string | undefined;

  constructor(code: KeyFileErrorCode, detail?: string) {
    super(sentences[code].message.text);
    this.code = code;
    this.advice = sentences[code].advice;
    this.detail = detail;
  }
}

export const damaged = (problem: string): KeyFileError => new KeyFileError("damaged", problem);

/** Reads ASN.1. @throws KeyFileError code `damaged` for a structure that is none or another one, and what `read` throws. */
export function readingAsn1<Result>(read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    throw error instanceof Asn1Error ? damaged(error.message) : error;
  }
}
