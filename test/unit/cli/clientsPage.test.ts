// The page about clients says what is so: each command of docs/clients.md is run as it stands there.
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { shellArguments } from "../../../src/cli/shell/shellArguments";
import { createAuthority, createCertificate } from "../../support/certificates";
import { chainside } from "../../support/chainside";

const root = resolve(import.meta.dirname, "../../..");
/** What takes programs of other languages, and what of it is tried is said on the page. */
const elsewhere = ["go generate ./bindings/...", "python codegen.py ", "python console3.py "];

const page = readFileSync(join(root, "docs/clients.md"), "utf8");
const blocks = page.split(/^```(?:bash|sh)\n/m).slice(1);
const lines = blocks.flatMap((block) => block.slice(0, block.indexOf("```")).trim().split("\n"));
const own = lines.filter((line) => line.startsWith("chainside "));

describe("docs/clients.md", () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "chainside-page-"));
    mkdirSync(join(folder, "contracts"));
    cpSync(join(root, "test/fixtures/contracts/Kiosk.sol"), join(folder, "contracts/Kiosk.sol"));
    // a folder of certificates, as a chain's builder makes it
    const sdk = join(folder, "nodes/sdk");
    mkdirSync(sdk, { recursive: true });
    const authority = createAuthority("page");
    const { pem, keyPem } = createCertificate(authority, "sdk");
    for (const [name, text] of [
      ["ca.crt", authority.pem],
      ["sdk.crt", pem],
      ["sdk.key", keyPem],
    ] as const)
      writeFileSync(join(sdk, name), text);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it("has no command that nothing runs", () => {
    const others = lines.filter((line) => !own.includes(line));
    expect(others.filter((line) => !elsewhere.some((known) => line.startsWith(known)))).toEqual([]);
    expect(own.length).toBeGreaterThanOrEqual(4);
  });

  it.each(own)("%s", async (line) => {
    // paths begin in the folder, in which the program isn't started where it runs from its sources
    const isPath = (word: string, before: string | undefined): boolean =>
      before === "--out" || before === "--sdk" || word.startsWith("contracts");
    const words = shellArguments(line).slice(1);
    const { code, out, err } = await chainside(
      words.map((word, at) => (isPath(word, words[at - 1]) ? join(folder, word) : word)),
    );
    expect(code, `${out}${err}`).toBe(0);
    const place = join(folder, /--out (\S+)/.exec(line)?.[1] ?? "");
    expect(existsSync(place)).toBe(true);
    const written = readdirSync(place, { recursive: true, encoding: "utf8" });
    expect(written.some((name) => /kiosk/i.test(name))).toBe(true);
  });
});
