import { bytesToHexDigits } from "../bytes/hex";
import type { CryptoSuiteName } from "../cryptoSuite";
import { cryptoSuite } from "../suites";
import { KeyFileError } from "./keyFileError";
import type { KeyFileFormat } from "./keyFileFormat";

interface ExportKeyParameters {
  format: KeyFileFormat;
  suite: CryptoSuiteName;
  privateKey: Uint8Array;
  /** Of a PKCS#12 or keystore file; the other formats have none. */
  password?: string;
}

export interface ExportedKeyFile {
  /** As the official clients name it: `<address>.pem`, `.p12`; `.json` and `.hex` for the others. */
  fileName: string;
  content: Uint8Array;
  /** The public half that belongs beside a PEM file. */
  publicFile?: { fileName: string; content: Uint8Array };
}

const suffixes: Record<KeyFileFormat, string> = { pem: "pem", p12: "p12", keystore: "json", hex: "hex" };

async function contentOf(parameters: ExportKeyParameters): Promise<string | Uint8Array> {
  const { format, suite, privateKey, password } = parameters;
  if (format === "hex") return `${bytesToHexDigits(privateKey)}\n`;
  if (format === "pem") return (await import("./pem")).writePem(suite, privateKey);
  if (password === undefined) throw new KeyFileError("passwordNeeded");
  if (format === "p12") return (await import("./pkcs12")).writePkcs12(suite, privateKey, password);
  return (await import("./keystore")).writeKeystore(suite, privateKey, password);
}

/**
 * Writes the key in a format that the official clients or Ethereum tools read.
 * @throws KeyFileError code `passwordNeeded`; RangeError for a key outside the suite's range.
 */
export async function exportKeyFile(parameters: ExportKeyParameters): Promise<ExportedKeyFile> {
  const suite = cryptoSuite(parameters.suite);
  const publicKey = suite.publicKey(parameters.privateKey);
  const fileName = `${suite.address(publicKey)}.${suffixes[parameters.format]}`;
  const content = await contentOf(parameters);
  const file = { fileName, content: typeof content === "string" ? new TextEncoder().encode(content) : content };
  if (parameters.format !== "pem") return file;
  const publicPem = (await import("./pem")).writePublicPem(parameters.suite, publicKey);
  return { ...file, publicFile: { fileName: `${fileName}.pub`, content: new TextEncoder().encode(publicPem) } };
}
