import * as v from "valibot";
import { clientError } from "../../errors/clientError";

const address = v.pipe(v.string(), v.regex(/^0x[0-9a-f]{40}$/i));
const suite = v.optional(v.picklist(["standard", "sm"]), "standard");

/** A program elsewhere that has the key, asked over HTTPS; both sides show certificates. */
const remote = v.object({
  kind: v.literal("remote"),
  url: v.pipe(v.string(), v.regex(/^https:\/\/[^\s/?#@]+(?:\/[^\s?#]*)?$/i)),
  protocol: v.optional(v.picklist(["chainside", "web3signer"]), "chainside"),
  keyId: v.pipe(v.string(), v.minLength(1), v.maxLength(200)),
  address,
  suite,
  /** PEM files; relative paths begin where the file of signers is. */
  tls: v.object({ ca: v.string(), cert: v.string(), key: v.string() }),
  /** How long people there have to look at it. */
  timeoutMs: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1000), v.maxValue(3_600_000)), 300_000),
});

const count = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(0xffff_ffff));

/** A device that has the key, asked by its vendor's PKCS#11 library in this process. */
export const pkcs11Entry = v.strictObject({
  kind: v.literal("pkcs11"),
  /** The vendor's library; a relative path begins where the file of signers is. */
  module: v.pipe(v.string(), v.minLength(1)),
  /** Label of the token; without it the only one that is there. */
  token: v.optional(v.string()),
  /** Label and ID of the key: one of them at least. */
  label: v.optional(v.pipe(v.string(), v.minLength(1))),
  id: v.optional(v.pipe(v.string(), v.regex(/^(?:[0-9a-f]{2})+$/i))),
  address,
  suite,
  /** CKM_ECDSA by default; for SM2 the vendor's own number. */
  mechanism: v.optional(count),
  /** What the device is given: the digest to sign, or for SM2 the message, which it hashes with the identity itself. */
  input: v.optional(v.picklist(["digest", "message"]), "digest"),
  /** Environment variable with the PIN; otherwise the person is asked. */
  pinEnv: v.optional(v.pipe(v.string(), v.minLength(1)), "CHAINSIDE_PIN"),
});

const setting = v.variant("kind", [remote, pkcs11Entry]);

/** How a signer is reached. It holds no secret. */
export type SignerSetting = v.InferOutput<typeof setting>;
export type RemoteSetting = v.InferOutput<typeof remote>;
export type Pkcs11Setting = v.InferOutput<typeof pkcs11Entry>;

/** What doesn't fit together in an entry; undefined where all does. */
export function unfitSigner(given: SignerSetting): string | undefined {
  if (given.kind === "remote")
    return given.protocol === "web3signer" && given.suite === "sm" ? "web3signer: secp256k1" : undefined;
  if (given.label === undefined && given.id === undefined) return "label, id";
  if (given.suite === "sm" && given.mechanism === undefined) return "mechanism";
  return given.suite === "standard" && given.input === "message" ? "input: SM2" : undefined;
}

/** The names of the entries. */
export function signerNames(signers: unknown): readonly string[] {
  const list = v.safeParse(v.record(v.string(), v.unknown()), signers);
  return list.success ? Object.keys(list.output) : [];
}

/**
 * The signer of this name among those that the person keeps.
 * @param signers by name, as they were read
 * @param file where they stand, for what is said of them
 * @throws ChainError usage `signerUnknown`, `signerSetting`
 */
export function readSigner(signers: unknown, name: string, file: string): SignerSetting {
  const list = v.safeParse(v.record(v.string(), v.unknown()), signers);
  const entry = list.success && Object.hasOwn(list.output, name) ? list.output[name] : undefined;
  if (entry === undefined) throw clientError("signerUnknown", { name, file });
  const read = v.safeParse(setting, entry);
  if (read.success) {
    const { output } = read;
    const reason = unfitSigner(output);
    if (reason !== undefined) throw clientError("signerSetting", { name, file, reason });
    return output;
  }
  const [issue] = read.issues;
  throw clientError("signerSetting", { name, file, reason: `${v.getDotPath(issue) ?? "kind"}: ${issue.message}` });
}
