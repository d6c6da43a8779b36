import { createHash } from "node:crypto";
import { text } from "../../../text/catalogue";
import { tokenKinds } from "../../language/syntax/lexer";
import type { LintSource } from "../source/lintSource";
import type { Found, LintRule } from "../source/rule";
import known from "./knownKeys.json" with { type: "json" };

const owners = new Map<string, string>();
for (const { owner, addresses, keyHashes } of known)
  for (const each of [...addresses, ...keyHashes]) owners.set(each, owner);

/** Accounts whose keys are public: those of development chains. Keys are kept as their SHA-256. */
export const keysKnown: LintRule = {
  id: "keys.known",
  severity: "warning",
  title: text("account whose key everyone knows"),
  *find(source: LintSource): Iterable<Found> {
    if (source.isTest) return;
    const { tokens } = source.file;
    for (let i = 0; i < tokens.count; i++) {
      const kind = tokens.kinds[i];
      if (kind !== tokenKinds.number && kind !== tokenKinds.string) continue;
      const [, digits = ""] = /^["']?(?:0x)?([\da-fA-F]{40}|[\da-fA-F]{64})["']?$/.exec(tokens.words[i] ?? "") ?? [];
      if (digits === "") continue;
      const lower = digits.toLowerCase();
      const isKey = lower.length === 64;
      const owner = owners.get(isKey ? createHash("sha256").update(Buffer.from(lower, "hex")).digest("hex") : lower);
      if (owner === undefined) continue;
      yield {
        start: tokens.starts[i] ?? 0,
        end: tokens.ends[i] ?? 0,
        message: isKey
          ? text("This is a private key of {0}: everyone knows it. Keys don't belong in sources.", owner)
          : text("This is an account of {0}: everyone knows its key and can act in its name.", owner),
      };
    }
  },
};
