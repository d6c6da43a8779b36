import { flag, keyIsElsewhere } from "../analysis/conditionalKeys";
import type { CertificateTools } from "../certificates/certificates";
import { pemFacts } from "../certificates/pemFacts";
import type { IniDocument } from "../document/iniDocument";
import { type FolderLister, type FolderReader, leadsOut, liesThere } from "../nodeFolder";

/** The file of the node's own key. */
export interface KeyFacts {
  readonly name: string;
  readonly missing: boolean;
  /** It lies there, and can't be read: a folder, or no permission. */
  readonly unreadable?: true;
  /** What stands in the file is no key that a node can have, or one locked with a password. */
  readonly isNoKey?: true;
  readonly isLocked?: true;
  /** Of which suite it is, and the node ID it makes, as far as they can be told. */
  readonly sm?: boolean;
  readonly consensusId?: string;
}

/** A key as the host's cryptography gives it. */
interface OwnKey {
  readonly asymmetricKeyDetails?: { readonly namedCurve?: string };
  readonly asymmetricKeyType?: string;
  export(options: { readonly format: "jwk" }): { readonly x?: string; readonly y?: string };
}

/** The curves of node keys, as the host's cryptography calls them. */
const curves: Readonly<Record<string, boolean>> = { secp256k1: false, SM2: true, sm2: true };

/** Digits of a number as JSON keys write it. */
const coordinateDigits = (base64url = ""): string =>
  [...atob(base64url.replaceAll("-", "+").replaceAll("_", "/"))]
    .map((character) => character.charCodeAt(0).toString(16).padStart(2, "0"))
    .join("")
    .padStart(64, "0");

/** The node ID that a node makes of its key: the public point, 128 hex digits. */
function publicDigits(key: OwnKey): string | undefined {
  const { x, y } = key.export({ format: "jwk" });
  const digits = coordinateDigits(x) + coordinateDigits(y);
  return digits.length === 128 ? digits : undefined;
}

/** What the host's cryptography says of a key; nothing of one that is locked, or of a kind it doesn't know. */
function askedOf(pem: string, tools: CertificateTools): Pick<KeyFacts, "sm" | "consensusId"> {
  try {
    const made = tools.createPrivateKey(pem) as OwnKey;
    const { asymmetricKeyDetails, asymmetricKeyType } = made;
    const sm = curves[asymmetricKeyDetails?.namedCurve ?? asymmetricKeyType ?? ""];
    const consensusId = sm === false ? publicDigits(made) : undefined;
    return { ...(sm === undefined ? {} : { sm }), ...(consensusId ? { consensusId } : {}) };
  } catch {
    return {};
  }
}

/** What a node reads where config.ini names no key (`loadSecurityConfig`); the builder writes `conf/node.pem`. */
const fallback = "node.pem";

/** The node's own key, where it is a file of the folder: a hardware module or a key service has none. */
export async function keyFacts(
  document: IniDocument,
  read: FolderReader,
  tools: CertificateTools,
  list?: FolderLister,
): Promise<KeyFacts | undefined> {
  const name = document.find("security", "private_key_path")?.value ?? fallback;
  if (keyIsElsewhere(document) || leadsOut(name)) return undefined;
  const pem = name === "" ? undefined : await read(name.replace(/^(?:\.\/+)+/u, ""));
  if (pem === undefined)
    return (await liesThere(name, list)) ? { name, missing: false, unreadable: true } : { name, missing: true };
  const { isPem, hasCertificate, suite, point, key, isWhole } = pemFacts(pem);
  // with encryption on disk the file is no PEM
  if (!isPem || hasCertificate)
    return { name, missing: false, ...(flag(document, "storage_security", "enable") ? {} : { isNoKey: true }) };
  if (key === "locked") return { name, missing: false, isLocked: true };
  if (key === "none" || !isWhole || suite === "rsa" || suite === undefined)
    return { name, missing: false, isNoKey: true };
  const asked = askedOf(pem, tools);
  return {
    name,
    missing: false,
    sm: suite === "sm",
    ...(point === undefined ? {} : { consensusId: point }),
    ...asked,
  };
}
