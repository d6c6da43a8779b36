import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type DevChain, startDevChain } from "../../src/devchain/startDevChain";
import { chainside, type Ended } from "../support/chainside";

const source = `// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;
library Unit { function one() public pure returns (uint256) { return 1; } }
library Sums { function next(uint256 x) public pure returns (uint256) { return x + Unit.one(); } }
library Twice { function of_(uint256 x) public pure returns (uint256) { return x * 2; } }
contract Counter {
  uint256 public value;
  constructor(uint256 first) { value = Sums.next(first); }
  function add() external { value = Sums.next(Twice.of_(value)); }
}
contract Doubler { function twice(uint256 x) external pure returns (uint256) { return Twice.of_(x); } }
contract Easel {
  enum Color { Red, Green }
  Color public color;
  constructor(Color first) { color = first; }
  function paint(Color next) external { color = next; }
}
contract Plain { uint256 public value = 7; }
`;

interface Deployed {
  readonly contractAddress?: string;
  readonly blockNumber?: number;
  readonly libraries?: readonly { readonly name: string; readonly address: string; readonly origin: string }[];
  readonly link?: { readonly path: string; readonly before?: string };
  readonly error?: { readonly code: string | number };
}

describe.each(["standard", "sm"] as const)("chainside deploy on a %s chain", (suite) => {
  let folder: string;
  let chain: DevChain;
  beforeAll(async () => {
    chain = await startDevChain({ port: 0, suite, sealers: 1, observers: 0, blockIntervalMs: 0 });
    folder = mkdtempSync(join(tmpdir(), "chainside-deploy-"));
    writeFileSync(join(folder, "Counter.sol"), source);
  });
  afterAll(async () => {
    rmSync(folder, { recursive: true });
    await chain.close();
  });

  const memory = (): string => join(folder, "cache/chainside/libraries.json");
  const solc = process.env["CHAINSIDE_SOLC_CACHE"] ?? join(process.env["HOME"] ?? "", ".cache/chainside/solc");
  const run = (...args: readonly string[]): Promise<Ended> =>
    chainside([...args, "--url", chain.url], {
      env: { XDG_CACHE_HOME: join(folder, "cache"), CHAINSIDE_SOLC_CACHE: resolve(solc) },
    });
  const deploy = async (
    name: string,
    ...more: readonly string[]
  ): Promise<Deployed & { readonly exit: number | null }> => {
    const { code, out, err } = await run(
      "deploy",
      `${join(folder, "Counter.sol")}:${name}`,
      ...more,
      "--key",
      "dev0",
      "--json",
    );
    expect(out, err).not.toBe("");
    const { result, error } = JSON.parse(out) as { result?: Deployed; error?: Deployed["error"] };
    return { ...result, ...(error ? { error } : {}), exit: code };
  };
  const origins = ({ libraries = [] }: Deployed): Record<string, string> =>
    Object.fromEntries(libraries.map(({ name, origin }) => [name, origin]));
  const addressOf = ({ libraries = [] }: Deployed, name: string): string =>
    libraries.find((each) => each.name === name)?.address ?? "";

  it("deploys libraries and those that they need, once for each chain and code", async () => {
    const first = await deploy("Counter", "4");
    expect(origins(first)).toEqual({ Unit: "deployed", Sums: "deployed", Twice: "deployed" });
    expect(first.blockNumber).toBe(4);
    expect((await run("call", first.contractAddress ?? "", "value")).out).toBe("5\n");
    expect((await run("send", first.contractAddress ?? "", "add", "--key", "dev1")).code).toBe(0);
    expect((await run("call", first.contractAddress ?? "", "value")).out).toBe("11\n");
    const again = await run("deploy", `${join(folder, "Counter.sol")}:Counter`, "1", "--key", "dev0");
    expect(again.code).toBe(0);
    expect(again.out).toContain(`Library Sums is at ${addressOf(first, "Sums")}, deployed before from the same code`);
    expect(origins(await deploy("Doubler"))).toEqual({ Twice: "found" });
    expect((await deploy("Plain")).libraries).toBeUndefined();
  });

  it("takes members of enums by their names, and so does a scenario", async () => {
    const easel = (await deploy("Easel", "Green")).contractAddress ?? "";
    expect((await run("call", easel, "color")).out).toBe("1\n");
    expect(await deploy("Easel", "Blue")).toMatchObject({ exit: 2, error: { code: "argumentNotMember" } });
    const steps = ["deploy: Counter.sol:Easel\n    as: easel\n    args: [Green]", "send: easel.paint\n    args: [Red]"];
    const scenario = join(folder, "easel.chain.yaml");
    const text = ["scenario: A picture", "steps:", ...steps.map((step) => `  - ${step}`)];
    writeFileSync(scenario, [...text, "  - call: easel.color", '    expect: { result: "0" }', ""].join("\n"));
    expect((await chainside(["run", "--check", scenario])).code).toBe(0);
    expect(await run("run", scenario, "--key", "dev0")).toMatchObject({ code: 0, err: "" });
    writeFileSync(scenario, `${text.join("\n").replace("[Red]", "[Blue]")}\n`);
    const checked = await chainside(["run", "--check", scenario]);
    expect(checked.out + checked.err).toContain("the enum has no member Blue");
  });

  if (suite === "sm") return;

  it("uses no remembered address with other code, nor one where nothing stands", async () => {
    const plain = (await deploy("Plain")).contractAddress ?? "";
    const kept = JSON.parse(readFileSync(memory(), "utf8")) as Record<string, string>;
    const nobody = `0x${"ab".repeat(20)}`;
    for (const wrong of [plain, nobody, "nonsense"]) {
      writeFileSync(memory(), JSON.stringify(Object.fromEntries(Object.keys(kept).map((place) => [place, wrong]))));
      const found = await deploy("Doubler");
      expect(origins(found)).toEqual({ Twice: "deployed" });
      expect(addressOf(found, "Twice")).not.toBe(wrong);
    }
    writeFileSync(memory(), "{ broken");
    expect(origins(await deploy("Doubler"))).toEqual({ Twice: "deployed" });
    expect(origins(await deploy("Doubler"))).toEqual({ Twice: "found" });
  });

  it("takes no library that is linked with another one inside", async () => {
    const first = await deploy("Counter", "1");
    const sums = addressOf(first, "Sums");
    const other = (await deploy("Unit")).contractAddress ?? "";
    const given = await deploy("Counter", "1", "--library", `Unit=${other}`);
    expect(origins(given)).toMatchObject({ Unit: "given", Sums: "deployed", Twice: "found" });
    expect(addressOf(given, "Sums")).not.toBe(sums);
  });

  it("signs nothing for wrong arguments, an address without code, or a link that can't be", async () => {
    const height = async (): Promise<string> => (await run("rpc", "getBlockNumber")).out;
    rmSync(memory(), { force: true });
    const before = await height();
    expect((await deploy("Counter", "many")).exit).toBe(2);
    expect((await deploy("Counter", "1", "--library", `Unit=0x${"ab".repeat(20)}`)).error?.code).toBe(
      "noContractThere",
    );
    for (const [link, code] of [
      ["Counter", "linkName"],
      ["Counter/1/2", "linkName"],
      ["Coun ter/1.0", "bfsPathCharacter"],
      [`Counter/${"9".repeat(200)}`, "bfsPathTooLong"],
    ] as const) {
      expect(await deploy("Counter", "1", "--link", link)).toMatchObject({ exit: 2, error: { code } });
    }
    expect((await run("deploy", "Counter.sol", "--replace-link", "--key", "dev0")).code).toBe(2);
    expect(await height()).toBe(before);
    expect(existsSync(memory())).toBe(false);
  });

  it("links what it deploys, and leads a link elsewhere only when told to", async () => {
    const first = await deploy("Plain", "--link", "Plain/1.0");
    expect(first).toMatchObject({ exit: 0, link: { path: "/apps/Plain/1.0" } });
    expect((await run("call", "/apps/Plain/1.0", "value")).out).toBe("7\n");
    const height = (await run("rpc", "getBlockNumber")).out;
    expect(await deploy("Plain", "--link", "Plain/1.0")).toMatchObject({ exit: 2, error: { code: "linkExists" } });
    expect(await deploy("Plain", "--link", "/apps/Plain/1.0/1")).toMatchObject({ exit: 2 });
    expect((await run("rpc", "getBlockNumber")).out).toBe(height);
    const second = await deploy("Plain", "--link", "/apps/Plain/1.0", "--replace-link");
    expect(second).toMatchObject({ exit: 0, link: { before: first.contractAddress } });
    const reported = await run("deploy", join(folder, "Counter.sol:Plain"), "--link", "Plain/1.1", "--key", "dev0");
    expect(reported).toMatchObject({ code: 0, err: "" });
    expect(reported.out).toMatch(/\/apps\/Plain\/1\.1 leads to it: block \d+, transaction 0x/);
    // a name that is a link is no directory for versions
    const flat = join(folder, "flat.chain.yaml");
    writeFileSync(flat, `steps:\n  - link: /apps/Flat\n    to: "${first.contractAddress}"\n`);
    expect((await run("run", flat, "--key", "dev0")).code).toBe(0);
    expect(await deploy("Plain", "--link", "Flat/1.0")).toMatchObject({ exit: 2, error: { code: "linkPathTaken" } });
  });
});
