import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type DevChain, startDevChain } from "../../src/devchain/startDevChain";
import { chainside, type Ended } from "../support/chainside";

const root = resolve(import.meta.dirname, "../..");
const samples = join(root, "test/fixtures/scenarios");
let folder: string;
let chain: DevChain;

/** `chainside run …` as a user runs it. */
const run = (...args: readonly string[]): Promise<Ended> => chainside(["run", ...args]);

/** A reference of a scenario, `${name}`, out of the reach of JavaScript. */
const named = (name: string): string => `$\{${name}}`;

function write(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

interface Results {
  readonly results: readonly {
    readonly chain: string;
    readonly skipped?: string;
    readonly steps: readonly {
      readonly title: string;
      readonly status: string;
      readonly failure?: {
        readonly place: { readonly line: number; readonly column: number };
        readonly message?: string;
        readonly error?: { readonly code: number | string };
      };
    }[];
  }[];
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "chainside-scenario-"));
  chain = await startDevChain({ port: 0, suite: "sm", sealers: 1, observers: 0 });
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await chain.close();
});

describe("chainside run", () => {
  it("runs the samples on fresh chains of both suites", async () => {
    const junit = join(folder, "report.xml");
    const files = [join(samples, "shop.chain.yaml"), join(samples, "rights.chain.yaml")];
    const { code, out } = await run(...files, "--json", "--junit", junit);
    const { results } = JSON.parse(out) as Results;
    expect(results.map((each) => each.chain)).toEqual(["standard", "sm", "standard, auth", "sm, auth"]);
    expect(results.flatMap(({ steps }) => steps.filter(({ status }) => status !== "passed"))).toEqual([]);
    expect(code).toBe(0);
    const report = readFileSync(junit, "utf8");
    expect(report.match(/<testcase /g)).toHaveLength(results.reduce((sum, { steps }) => sum + steps.length, 0));
  });

  it("runs the scenario of the workspace that `npm start` opens", async () => {
    const { code, out } = await run(join(root, "test/fixtures/sample/tea.chain.yaml"), "--json");
    const { results } = JSON.parse(out) as Results;
    expect(results.flatMap(({ steps }) => steps.filter(({ status }) => status !== "passed"))).toEqual([]);
    expect({ code, runs: results.length }).toEqual({ code: 0, runs: 2 });
  });

  it("writes and compares every form, on nodes with and without a search for logs", async () => {
    const { code, out } = await run(join(samples, "bank.chain.yaml"), "--json");
    const { results } = JSON.parse(out) as Results;
    expect(results).toHaveLength(4);
    expect(results.flatMap(({ steps }) => steps.filter(({ status }) => status !== "passed"))).toEqual([]);
    expect(code).toBe(0);
  });

  it("runs a sample twice on a chain that is there, and passes over one for other chains", async () => {
    const shop = ["--url", chain.url, "--key", "dev0", "--json", join(samples, "shop.chain.yaml")];
    for (let time = 0; time < 2; time += 1) expect((await run(...shop)).code).toBe(0);
    const { code, out } = await run("--url", chain.url, "--json", join(samples, "rights.chain.yaml"));
    expect((JSON.parse(out) as Results).results[0]?.skipped).toMatch(/other chains/);
    expect(code).toBe(1);
  });

  it.each(["standard", "sm"] as const)(
    "runs the samples twice on an idle %s chain with a committee that answers no dev_ method",
    async (suite) => {
      const foreign = await startDevChain({ port: 0, suite, auth: true });
      try {
        const files = ["shop", "rights", "bank"].map((name) => join(samples, `${name}.chain.yaml`));
        for (let time = 0; time < 2; time += 1) {
          const { code, out } = await run(
            "--url",
            foreign.url,
            "--key",
            "dev0",
            "--confirm",
            "bank",
            "--json",
            ...files,
          );
          const { results } = JSON.parse(out) as Results;
          expect(results.flatMap(({ steps }) => steps.filter(({ status }) => status !== "passed"))).toEqual([]);
          expect(results.flatMap(({ skipped }) => skipped ?? [])).toEqual([]);
          expect(code).toBe(0);
        }
      } finally {
        await foreign.close();
      }
    },
  );

  it("doesn't let a chain go on where no key lets it sign", async () => {
    const before = (await chainside(["rpc", "getBlockNumber", "--url", chain.url])).out;
    const file = write("idle.chain.yaml", "steps:\n  - wait: { blocks: 1, timeout: 1s }\n");
    expect((await run(file, "--url", chain.url)).code).toBe(1);
    expect((await chainside(["rpc", "getBlockNumber", "--url", chain.url])).out).toBe(before);
  });

  it.each([
    ["a wrong result", "expect: {result: [tables, sys]}", 3, /^result/],
    ["a result that is not so long", "expect: {result: [apps]}", 3, /expected a list of 1$/],
    ["a refusal that did not come", "expect: {refused: true}", 3, /^The step wasn't refused/],
    ["a status", "expect: {status: 16}", 3, /^status is 0, expected 16$/],
    ["a status that is compared otherwise", "expect: {status: {$not: 0}}", 3, /^status is 0, expected \$not 0$/],
  ])("finds %s, at its place", async (_, expectation, line, reported) => {
    const file = write("wrong.chain.yaml", `steps:\n  - list: /\n    ${expectation}\n  - list: /apps\n`);
    const { code, out } = await run(file, "--json");
    expect(code).toBe(1);
    const [first, second] = (JSON.parse(out) as Results).results[0]?.steps ?? [];
    expect(first?.failure?.place.line).toBe(line);
    expect(first?.failure?.message).toMatch(reported);
    expect(second?.status).toBe("notRun");
  });

  it("begins no further scenario after Ctrl+C", async () => {
    const files = ["shop", "bank"].map((name) => join(samples, `${name}.chain.yaml`));
    let interrupt = (): void => undefined;
    // the first question that a node never answers is when it is interrupted
    const silent = createServer().once("request", () => interrupt());
    await new Promise<void>((ready) => silent.listen(0, "127.0.0.1", ready));
    const url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
    const { code, out } = await chainside(["run", "--url", url, "--timeout", "2000", "--json", ...files], {
      watch: (now) => {
        interrupt = now;
      },
    });
    silent.closeAllConnections();
    silent.close();
    const { results } = JSON.parse(out) as Results;
    expect(results.map(({ skipped }) => skipped)).toEqual([undefined, "Not run: the run was stopped."]);
    expect(code).toBe(1);
  });

  it("fails a step that is refused and was not expected to be, and one whose refusal is another", async () => {
    const steps = "steps:\n  - mkdir: /apps/a\n  - mkdir: /apps/a\n";
    const plain = await run(write("twice.chain.yaml", steps), "--json");
    expect(plain.code).toBe(1);
    const [, second] = (JSON.parse(plain.out) as Results).results[0]?.steps ?? [];
    expect(second?.failure?.error?.code).toBe(-53002);
    const expected = await run(write("other.chain.yaml", `${steps}    expect: {code: -1}\n`), "--json");
    expect(expected.code).toBe(1);
    const right = await run(write("right.chain.yaml", `${steps}    expect: {code: -53002}\n`));
    expect(right).toMatchObject({ code: 0, err: "" });
  });

  it("says what is wrong with a scenario and with the command line, before anything runs", async () => {
    const wrong = write("typo.chain.yaml", "steps:\n  - mkdri: /apps/a\n");
    const typo = await run(wrong);
    expect(typo).toMatchObject({ code: 1, out: "" });
    expect(typo.err).toContain('typo.chain.yaml:2:5 No step begins with "mkdri".');
    expect((await run(join(folder, "gone.chain.yaml"))).code).toBe(2);
    expect((await run(wrong, "--key", "dev0")).code).toBe(2);
    expect((await run(wrong, "--key", "dev0", "--url", "http://192.0.2.1:20200")).code).toBe(2);
  });

  it("checks calls against the contracts with --check, and runs nothing", async () => {
    const source = join(samples, "contracts/Shop.sol");
    const steps = `steps:\n  - deploy: ${source}:Shop\n    as: shop\n  - send: shop.sell\n    args: [tea]\n`;
    const { code, out, err } = await run(write("calls.chain.yaml", steps), "--check");
    expect({ code, out }).toEqual({ code: 1, out: "" });
    expect(err).toContain("calls.chain.yaml:5:11 sell takes 2 arguments, not 1: (string what, uint256 count)");
    expect(await run(join(samples, "shop.chain.yaml"), join(samples, "rights.chain.yaml"), "--check")).toMatchObject({
      code: 0,
    });
  });

  it("signs as admin on a chain only with a key that was named", async () => {
    const file = write("admin.chain.yaml", `steps: [{mkdir: '/apps/${named("run")}'}]\n`);
    const without = await run(file, "--url", chain.url);
    expect(without.code).toBe(1);
    expect(without.out).toContain("whose key is missing");
    expect((await run(file, "--url", chain.url, "--key", "dev0")).code).toBe(0);
  });
});
