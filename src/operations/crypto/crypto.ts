import * as v from "valibot";
import {
  castFunctions,
  castValue,
  hashOnChain,
  verifySm2OnChain,
  verifyVrfOnChain,
} from "../../chain/services/crypto/cryptoViews";
import type { Hex } from "../../crypto/bytes/hex";
import { text } from "../../text/catalogue";
import { asking } from "../kit/define";
import { asked } from "../kit/results";
import { aHash, aText, oneOf } from "../model/fields";

const noun = "crypto";

/** The contracts refuse what is no hex with words of their own. */
const hexText = (given: string): Hex => given.trim() as Hex;

const hash = asking({
  noun,
  verb: "hash",
  word: "hashOnChain",
  summary: text("A hash as the chain's contracts compute it."),
  fields: { algorithm: oneOf(text("Algorithm"), ["sm3", "keccak256"]), data: aText(text("Data in hex")) },
  result: v.string(),
  run: (context, given) => hashOnChain(context.session, given.algorithm, hexText(given.data), asked(context)),
});

const verifySm2 = asking({
  noun,
  verb: "verify-sm2",
  word: "verifySm2",
  summary: text("Whether the chain's contracts accept an SM2 signature, and whose it is."),
  fields: {
    hash: aHash(text("Signed hash")),
    publicKey: aText(text("Public key in hex")),
    r: aHash(text("r of the signature")),
    s: aHash(text("s of the signature")),
  },
  result: v.object({ valid: v.boolean(), account: v.string() }),
  run: (context, { publicKey, ...given }) =>
    verifySm2OnChain(context.session, { ...given, publicKey: hexText(publicKey) }, asked(context)),
});

const verifyVrf = asking({
  noun,
  verb: "verify-vrf",
  word: "verifyVrf",
  summary: text(
    "Whether the chain's contracts accept a proof of the verifiable random function on curve25519, and its random number.",
  ),
  fields: {
    input: aText(text("Input in hex")),
    publicKey: aText(text("Public key in hex")),
    proof: aText(text("Proof in hex")),
  },
  result: v.object({ valid: v.boolean(), random: v.string() }),
  run: async (context, given) => {
    const [input, publicKey, proof] = [hexText(given.input), hexText(given.publicKey), hexText(given.proof)];
    const { valid, random } = await verifyVrfOnChain(context.session, { input, publicKey, proof }, asked(context));
    return { valid, random: String(random) };
  },
});

const cast = asking({
  noun,
  verb: "cast",
  word: "castValue",
  summary: text("A value converted to text or read from text by the chain's contracts."),
  fields: { function: oneOf(text("Function"), castFunctions), value: aText(text("Value")) },
  result: v.unknown(),
  run: (context, given) => castValue(context.session, given.function, given.value, asked(context)),
});

/** What the chain's built-in contracts compute. */
export const cryptoOperations = [hash, verifySm2, verifyVrf, cast] as const;
