import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { SecretSearch } from "../../scripts/test/secretSearch";

const root = resolve(import.meta.dirname, "../..");
const scratch = mkdtempSync(join(tmpdir(), "chainside-watch-"));
afterAll(() => rmSync(scratch, { recursive: true }));

/** A run of the suite in small: one program that prints, one window that keeps a log. Gives what the watch says. */
function runWith(printed: string, logged: string, key: string): { failed: number; passed: number; output: string } {
  const program = `
    import { watchForSecrets } from ${JSON.stringify(`${root}/scripts/test/secretWatch.ts`)};
    import { spawnInherit } from ${JSON.stringify(`${root}/scripts/test/process.ts`)};
    import { keepText, registerKeys } from ${JSON.stringify(`${root}/test/support/secretEvidence.ts`)};
    const watch = watchForSecrets();
    registerKeys([${JSON.stringify(key)}]);
    const halves = ${JSON.stringify([printed.slice(0, 40), printed.slice(40)])};
    await spawnInherit(process.execPath, ["-e", "process.stdout.write(" + JSON.stringify(halves[0]) + ");setTimeout(() => console.log(" + JSON.stringify(halves[1]) + "), 50)"]);
    keepText("log", ${JSON.stringify(logged)});
    console.log("RESULT " + JSON.stringify(watch.finish()));`;
  const { CHAINSIDE_TEST_SECRETS: _, ...env } = process.env;
  const { stdout } = spawnSync(process.execPath, ["--import", "tsx", "--input-type=module", "-e", program], {
    cwd: root,
    env: { ...env, TMPDIR: scratch, TEMP: scratch },
    encoding: "utf8",
  });
  const result = JSON.parse(/RESULT (.*)/.exec(stdout)?.[1] ?? "{}") as { failed: number; passed: number };
  return { ...result, output: stdout };
}

describe("the look through everything that a test run leaves", () => {
  const key = Buffer.concat([Buffer.from([0xa1]), randomBytes(31)]);
  const digits = key.toString("hex");

  it("passes when no key is there, and passes the output on", () => {
    const { failed, passed, output } = runWith(
      "a line that is fine, and long enough to be cut in two",
      "all well",
      digits,
    );
    expect({ failed, passed }).toEqual({ failed: 0, passed: 2 });
    expect(output).toContain("a line that is fine, and long enough to be cut in two");
    expect(readdirSync(scratch).filter((name) => name.startsWith("chainside"))).toEqual([]);
  });

  it("fails for a key that a program prints in two pieces, and for one in a log", () => {
    const { failed, output } = runWith(
      `signing with 0x${digits.toUpperCase()}`,
      `{"key":"${key.toString("base64")}"}`,
      digits,
    );
    expect(failed).toBe(2);
    expect(output).toMatch(/private keys in output-stdout\.txt: hex/);
    expect(output).toMatch(/private keys in log-\d+\.txt: base64/);
  });

  it("knows a key in every form, anywhere in longer data, and nothing else", () => {
    const search = new SecretSearch([digits, `0x${"0".repeat(63)}1`]);
    expect(search.size).toBe(1);
    const longer = Buffer.concat([randomBytes(20), key, randomBytes(20)]);
    for (const text of [
      longer.toString("hex"),
      longer.toString("base64"),
      longer.toString("base64url"),
      `x${BigInt(`0x${digits}`)}x`,
    ]) {
      expect(search.find(text), text).toHaveLength(1);
    }
    expect(search.find(JSON.stringify(longer))).toEqual(["numbers"]);
    expect(search.find([...key].join(", "))).toEqual(["numbers"]);
    expect(search.find(`${randomBytes(200).toString("hex")} ${randomBytes(200).toString("base64")}`)).toEqual([]);
    expect(search.find("-----BEGIN PRIVATE KEY-----")).toEqual([]);
  });
});
