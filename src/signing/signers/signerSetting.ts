import * as v from "valibot";
import { clientError } from "../../chain/errors/clientError";

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

const setting = v.variant("kind", [remote]);

/** How a signer is reached. It holds no secret. */
type SignerSetting = v.InferOutput<typeof setting>;
export type RemoteSetting = v.InferOutput<typeof remote>;

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
    if (output.protocol === "web3signer" && output.suite === "sm")
      throw clientError("signerSetting", { name, file, reason: "web3signer: secp256k1" });
    return output;
  }
  const [issue] = read.issues;
  throw clientError("signerSetting", { name, file, reason: `${v.getDotPath(issue) ?? "kind"}: ${issue.message}` });
}
