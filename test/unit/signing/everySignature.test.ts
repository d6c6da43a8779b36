// Every place that makes a signature is written down in the audit log, or docs/security.md says why it isn't.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const recorded = "recorded";
/** What signs, by file: recorded, or the words of docs/security.md. */
const signing: Readonly<Record<string, string>> = {
  "src/signing/sign.ts": recorded,
  "src/signing/calls.ts": recorded,
  // What was asked of `calls.ts`' signer, and the key behind that of `sign.ts`.
  "src/chain/transaction/signCall.ts": recorded,
  "src/extension/flows/signing/signedCaller.ts": recorded,
  "src/signing/server/signerService.ts": recorded,
  "src/cli/signer/signerServer.ts": recorded,
  // A process that signs what the signer beside it was asked for.
  "src/signing/device/main.ts": recorded,
  "src/chain/transaction/signTransaction.ts": "An application's own key",
  "src/devchain/ledger/rotation.ts": "Blocks of the embedded chain",
  "src/devchain/ledger/blockSigning.ts": "Blocks of the embedded chain",
  "src/devchain/tls/tlsMaterial.ts": "Certificates",
  "src/chain/certificates/renewCertificate.ts": "Certificates",
  "src/crypto/keyFiles/accountCertificate.ts": "Certificates",
  "src/contractTests/cheats/keyCheats.ts": "Cheat codes",
  "src/crypto/secp256k1.browser.ts": recorded,
  "src/crypto/suites.ts": recorded,
  "src/sdk/wallet/keyStore.ts": "An application's own key",
  "src/sdk/wallet/signedMessages.ts": "An application's own key",
};

/** Who sends by a key without a request of `src/signing`: by `transact` or `signTransaction` of `src/chain`. */
const unasked: Readonly<Record<string, string>> = {
  // The run has a line of its own.
  "src/cli/load/loadLoop.ts": recorded,
  "src/cli/load/workloads.ts": recorded,
  "src/scenarios/run/runContext.ts": "Empty transactions that let a chain go on",
  "src/sdk": "An application's own key",
};

const sources = readdirSync("src", { recursive: true, encoding: "utf8" })
  .map((name) => join("src", name).replaceAll("\\", "/"))
  .filter((name) => name.endsWith(".ts") && !name.endsWith(".d.ts"))
  .map((name) => ({ name, text: readFileSync(name, "utf8").replace(/^\s*(?:\/\/|\/?\*).*$/gm, "") }));

const security = readFileSync("docs/security.md", "utf8");
const explained = (reasons: Readonly<Record<string, string>>): string[] =>
  Object.values(reasons).filter((reason) => reason !== recorded && !security.includes(reason));

it("knows each call of a signer", () => {
  const found = sources.filter(({ text }) => /(?<!\bMath)\.sign\(/.test(text)).map(({ name }) => name);
  expect(found.sort()).toEqual(Object.keys(signing).sort());
  expect(explained(signing)).toEqual([]);
});

it("knows who signs transactions without a request", () => {
  const imports =
    /import \{[^}]*\b(?:transact|signRequest|signTransaction|signAtOnce)\b[^}]*\} from "[^"]*\/transaction\/(?:transact|signTransaction)"/;
  const found = sources
    .filter(({ name, text }) => imports.test(text) && !/^src\/(?:chain|operations)\//.test(name))
    .map(({ name }) => (name.startsWith("src/sdk/") ? "src/sdk" : name));
  expect([...new Set(found)].sort()).toEqual(Object.keys(unasked).sort());
  expect(explained(unasked)).toEqual([]);
});

it("knows who signs calls", () => {
  const found = sources
    .filter(({ text }) => /\b(?:callAs|signCall)\(/.test(text))
    .map(({ name }) => name)
    .filter((name) => !/^src\/(?:sdk|signing\/server)\//.test(name));
  expect(found.sort()).toEqual([
    "src/chain/services/contract/callAs.ts",
    "src/chain/services/contract/readFunction.ts",
    "src/chain/services/contract/simulate.ts",
    "src/chain/transaction/signCall.ts",
    "src/operations/caller.ts",
  ]);
  // Their fronts give a signer of `signing/calls`, which decides whether anyone is asked and writes each call down.
  const fronts = sources.filter(({ text }) => /\bcallerOf\(|\bsignedCaller\(/.test(text)).map(({ name }) => name);
  const audited = sources
    .filter(({ text }) => /\b(?:agreedCalls|callsOfRun|triedCalls)\(/.test(text))
    .map(({ name }) => name);
  expect(fronts.filter((name) => !audited.includes(name)).sort()).toEqual([
    "src/extension/features/contractForm/formActions.ts",
    "src/extension/features/notebook/runRequest.ts",
    "src/extension/flows/operations/doOperation.ts",
    "src/extension/flows/operations/operationContext.ts",
  ]);
});
