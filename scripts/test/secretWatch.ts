import { randomBytes } from "node:crypto";
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { smSuite, standardSuite } from "../../src/crypto/suites";
import { seededAccounts, seededNodes } from "../../src/devchain/keys/seededKeys";
import { root } from "../lint/sources";
import type { SuiteResult } from "./process";
import { SecretSearch } from "./secretSearch";

/**
 * No private key that a test used may stand in what the run leaves to read. Tests name their keys in a file outside the
 * repository (test/support/secretEvidence.ts); what the suites print is kept here, windows keep their logs and settings.
 */
export interface SecretWatch {
  /** Looks through everything, after the last suite, and removes what was kept. */
  finish(): SuiteResult;
}

/** The seed of an embedded chain that is told none. */
const usualSeed = "chainside";

function usualKeys(): string[] {
  return [standardSuite, smSuite].flatMap((suite) => [
    ...seededAccounts(suite, usualSeed, 20).map(({ privateKey }) => privateKey),
    ...seededNodes(suite, usualSeed, 8).map(({ privateKey }) => Buffer.from(privateKey).toString("hex")),
  ]);
}

/** Everything that this process prints, its programs' output included, goes into a file too. */
function keepOutput(folder: string): () => void {
  const streams = [process.stdout, process.stderr] as const;
  const originals = streams.map((stream) => stream.write);
  for (const name of ["stdout", "stderr"] as const) {
    const stream = process[name];
    const write = stream.write.bind(stream) as (...parameters: unknown[]) => boolean;
    stream.write = (chunk: string | Uint8Array, ...rest: unknown[]) => {
      appendFileSync(join(folder, `output-${name}.txt`), chunk);
      return write(chunk, ...rest);
    };
  }
  return () => {
    for (const [index, stream] of streams.entries()) stream.write = originals[index] ?? stream.write;
  };
}

function filesBelow(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true })
    .map((name) => join(folder, String(name)))
    .filter((path) => statSync(path, { throwIfNoEntry: false })?.isFile());
}

/** What stands in a file; undefined when it has gone meanwhile: a suite that begins removes its last report. */
function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, "latin1");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

/** A made-up key in every form, once in what is printed and once in a file: the search must see each. */
function selfTest(folder: string): string | undefined {
  const key = Buffer.concat([Buffer.from([0xc0]), randomBytes(31)]);
  const digits = key.toString("hex");
  const der = Buffer.concat([randomBytes(7), key, randomBytes(9)]);
  const forms = {
    hex: `\u001b[31mkey 0x${digits.toUpperCase()}\u001b[39m`,
    "hex pairs": (digits.match(/../g) ?? []).join(" "),
    base64: `"${der.toString("base64url")}"`,
    decimal: `value: ${BigInt(`0x${digits}`)}n`,
    numbers: JSON.stringify(new Uint8Array(key)),
    PEM: `-----BEGIN PRIVATE KEY-----\\n${der.toString("base64")}\\n-----END`,
  };
  const planted = join(folder, "planted.txt");
  appendFileSync(planted, Object.values(forms).join("\n"));
  const found = new Set(new SecretSearch([digits]).find(readFileSync(planted, "utf8")));
  rmSync(planted);
  const missed = Object.keys(forms).filter((form) => !found.has(form));
  return missed.length === 0 ? undefined : `the search for private keys does not see ${missed.join(", ")}`;
}

export function watchForSecrets(): SecretWatch {
  const folder = mkdtempSync(join(tmpdir(), "chainside-secrets-"));
  const evidence = join(folder, "evidence");
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(evidence);
  const keyList = join(folder, "keys.txt");
  appendFileSync(keyList, `${usualKeys().join("\n")}\n`);
  process.env["CHAINSIDE_TEST_SECRETS"] = folder;
  const stopKeeping = keepOutput(evidence);
  return {
    finish() {
      stopKeeping();
      const keys = new Set(readFileSync(keyList, "utf8").split("\n"));
      const search = new SecretSearch(keys);
      const files = [...filesBelow(evidence), ...filesBelow(join(root, "out", "reports"))];
      let [bytes, hits] = [0, 0];
      for (const path of files) {
        const text = textOf(path) ?? "";
        bytes += text.length;
        const forms = search.find(text);
        hits += forms.length;
        if (forms.length > 0) console.log(`private keys in ${basename(path)}: ${forms.join(", ")}`);
      }
      const blind = selfTest(folder);
      if (blind) console.log(blind);
      rmSync(folder, { recursive: true, force: true });
      delete process.env["CHAINSIDE_TEST_SECRETS"];
      const notes = `${search.size} keys looked for in ${files.length} files, ${Math.round(bytes / 1000)} kB; ${hits} found`;
      const failed = hits + (blind ? 1 : 0);
      return { passed: (hits === 0 ? 1 : 0) + (blind ? 0 : 1), failed, notes };
    },
  };
}
