import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { runAccount } from "../../../src/cli/commands/account";
import { isOwnersAlone } from "../../support/portable";

const fixtures = join(import.meta.dirname, "../../fixtures");
const keyDigits = "0102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f20";
const standardAddress = "0x6370ef2f4db3611d657b90667de398a2cc2a370c";

describe("chainside account", () => {
  let folder: string;
  let output: string[];

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "chainside-account-"));
    output = [];
    for (const stream of ["log", "error"] as const) {
      vi.spyOn(console, stream).mockImplementation((line: unknown) => void output.push(String(line)));
    }
  });
  afterEach(() => {
    vi.restoreAllMocks();
    vi.unstubAllEnvs();
    rmSync(folder, { recursive: true });
  });

  const run = async (...args: string[]): Promise<{ code: number; text: string }> => {
    output.length = 0;
    const code = await runAccount(args);
    expect(output.join("\n")).not.toContain(keyDigits);
    return { code, text: output.join("\n") };
  };

  it.each(["standard", "sm"])("creates an account of the %s suite that list shows", async (suite) => {
    const { code, text } = await run("new", "--suite", suite, "--out", `${folder}/`, "--json");
    expect(code).toBe(0);
    const [made] = JSON.parse(text) as { address: string; file: string }[];
    expect(made).toMatchObject({ suite, format: "pem", file: join(folder, `${made?.address}.pem`) });
    expect(isOwnersAlone(made?.file ?? "")).toBe(true);
    expect(readdirSync(folder)).toEqual([`${made?.address}.pem`, `${made?.address}.pem.pub`]);
    const listed = await run("list", folder);
    expect(listed.text).toBe(`${made?.address}  ${suite}  pem  ${made?.file}`);
  });

  it("imports a key file under a password as PEM, and exports it again", async () => {
    const password = join(folder, "password");
    writeFileSync(password, "secret\n");
    const p12 = join(fixtures, "keyFiles/openssl3-standard.p12");
    expect(await run("import", p12, "--password-file", password, "--out", `${folder}/`)).toEqual({
      code: 0,
      text: `${standardAddress}  standard  pem  ${join(folder, `${standardAddress}.pem`)}`,
    });
    const pem = join(folder, `${standardAddress}.pem`);
    const hex = join(folder, "key.hex");
    expect((await run("export", pem, "--format", "hex", "--out", hex)).code).toBe(0);
    expect(readFileSync(hex, "utf8")).toBe(`${keyDigits}\n`);
    vi.stubEnv("CHAINSIDE_NEW_PASSWORD", "other");
    expect((await run("export", pem, "--format", "p12", "--out", `${folder}/`)).code).toBe(0);
    const listed = await run("list", folder, "--json");
    expect(JSON.parse(listed.text)).toMatchObject([
      { format: "p12", address: standardAddress, locked: true },
      { format: "pem", suite: "standard", address: standardAddress, locked: false },
      { format: "hex", suite: "standard", address: standardAddress },
      { format: "hex", suite: "sm" },
    ]);
  });

  it("lists no other JSON files as accounts", async () => {
    writeFileSync(join(folder, "nodes.json"), '{"nodes":["127.0.0.1:30300","127.0.0.1:30301"]}');
    writeFileSync(join(folder, "package.json"), '{"name":"app","version":"3.0.0"}');
    expect(await run("list", folder)).toEqual({ code: 0, text: "" });
  });

  it("never writes over a file", async () => {
    const pem = join(fixtures, "keyFiles/sec1-standard.pem");
    const out = join(folder, "taken.pem");
    writeFileSync(out, "precious");
    const { code, text } = await run("import", pem, "--out", out);
    expect(code).toBe(1);
    expect(text).toContain("already exists and wasn't changed");
    expect(readFileSync(out, "utf8")).toBe("precious");
  });

  it("tells what it wrote before another file failed", async () => {
    const [pem, other] = ["sec1-standard.pem", "other-curve.pem"].map((name) => join(fixtures, "keyFiles", name));
    const { code, text } = await run("import", pem ?? "", other ?? "", "--out", `${folder}/`);
    expect([code, readdirSync(folder)]).toEqual([1, [`${standardAddress}.pem`, `${standardAddress}.pem.pub`]]);
    expect(text).toContain(`${standardAddress}  standard  pem  ${join(folder, `${standardAddress}.pem`)}`);
    expect(text).toContain("No chain uses");
  });

  it("says what is wrong and what to do", async () => {
    vi.stubEnv("CHAINSIDE_PASSWORD", "not it");
    const wrong = await run("import", join(fixtures, "keyFiles/openssl3-sm.p12"), "--out", folder);
    expect(wrong).toMatchObject({ code: 1, text: expect.stringContaining("The password doesn't open the key file.") });
    expect(wrong.text).not.toContain("not it");
    const missing = await run("import", join(folder, "none.pem"));
    expect(missing).toMatchObject({ code: 2, text: expect.stringContaining("No file") });
    vi.unstubAllEnvs();
    const bare = await run("new", "--format", "keystore", "--out", folder);
    const words = "The new file requires a password. Specify --password-file or set CHAINSIDE_PASSWORD.";
    expect(bare).toEqual({ code: 1, text: `chainside account: ${words}` });
    const reported = await run("new", "--format", "keystore", "--out", folder, "--json");
    expect([reported.code, JSON.parse(reported.text)]).toEqual([
      1,
      { error: { kind: "usage", code: "passwordNeeded", message: words } },
    ]);
    vi.stubEnv("CHAINSIDE_PASSWORD", "");
    expect(await run("new", "--format", "keystore", "--out", folder)).toEqual(bare);
    writeFileSync(`${folder}.empty`, "\n");
    const file = ["--password-file", `${folder}.empty`];
    expect(await run("new", "--format", "p12", "--out", folder, ...file)).toEqual(bare);
    rmSync(`${folder}.empty`);
    const foreign = await run("import", join(fixtures, "keyFiles/other-curve.pem"), "--out", folder);
    expect(foreign.text).toContain("No chain uses");
    expect(readdirSync(folder)).toEqual([]);
  });

  it.each([
    [],
    ["burn"],
    ["new", "x"],
    ["import"],
    ["export", "a", "b"],
    ["new", "--suite", "x"],
    ["new", "--format", "x"],
    ["new", "--bogus"],
  ])("gives exit code 2 for a wrong command line: %j", async (...args) => {
    expect((await run(...args)).code).toBe(2);
  });
});
