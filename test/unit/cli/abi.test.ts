import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { runCommand } from "../../../src/cli/commands";
import { useCatalogue } from "../../../src/text/catalogue";
import { writtenLines } from "../../support/commandLine";

const { out, err } = writtenLines();
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "chainside-abi-"));
  mkdirSync(join(folder, "out"));
  const entry = (type: string, name: string, types: string[]) => ({
    type,
    name,
    inputs: types.map((each, at) => ({ name: `a${at}`, type: each, indexed: false })),
    outputs: [],
  });
  const abi = [
    entry("function", "pay", ["address", "uint256[]"]),
    entry("error", "TooLate", ["uint256"]),
    entry("event", "Paid", ["address"]),
  ];
  writeFileSync(join(folder, "out/Till.json"), JSON.stringify({ contractName: "Till", abi, bytecode: "0x00" }));
  writeFileSync(join(folder, "out/Broken.json"), "{");
});
afterAll(() => rmSync(folder, { recursive: true }));

async function abi(...args: string[]) {
  out.length = 0;
  err.length = 0;
  vi.spyOn(process, "cwd").mockReturnValue(folder);
  const code = await runCommand(["abi", ...args], () => useCatalogue("en"));
  return { code, out: out.join("\n"), err: err.join("\n") };
}
const word = (hex: string): string => hex.padStart(64, "0");
const one = `0x${"11".repeat(20)}`;
const transfer = `0xa9059cbb${word("11".repeat(20))}${word("5")}`;

describe("chainside abi", () => {
  it("encodes a call, of either kind of chain, or its arguments alone", async () => {
    const signature = "function transfer(address to, uint amount) external returns (bool)";
    expect(await abi("encode", signature, one, "5")).toMatchObject({ code: 0, out: transfer });
    expect((await abi("encode", signature, one, "5", "--no-selector")).out).toBe(`0x${transfer.slice(10)}`);
    expect((await abi("encode", "f(int256)", "-1")).out.endsWith("f".repeat(64))).toBe(true);
    // SM3 of the signature
    const sm = (await abi("encode", "transfer(address,uint256)", one, "5", "--suite", "sm")).out;
    expect(sm.slice(10)).toBe(transfer.slice(10));
    expect(sm.slice(0, 10)).not.toBe("0xa9059cbb");
    expect((await abi("encode", "set((uint8 a, string b)[] items)", '[{"a": 1, "b": "x"}]')).code).toBe(0);
  });

  it("decodes a call by its signature, and what a function returned", async () => {
    expect((await abi("decode", "transfer(address to, uint256)", transfer)).out.split("\n")).toEqual([
      "transfer(address,uint256)",
      `  address to: ${one}`,
      "  uint256: 5",
    ]);
    for (const signature of [
      "balance(address)(uint256 total)",
      "balance(address) external view returns(uint256 total)",
    ])
      expect((await abi("decode", signature, `0x${word("2a")}`, "--returns")).out).toBe("total: 42");
    expect(await abi("decode", "approve(address,uint256)", transfer)).toMatchObject({ code: 2 });
    expect(err.join()).toContain("isn't a call of approve(address,uint256), whose selector is 0x095ea7b3");
  });

  it("takes the ABIs of the folder and of built-in contracts where there is no signature", async () => {
    const data = (await abi("encode", "pay(address,uint256[])", one, "[1, 2]", "--suite", "sm")).out;
    expect((await abi("decode", data)).out.split("\n")[0]).toBe("pay(address,uint256[])");
    const chosen = (await abi("encode", "setValueByKey(string,string)", "tx_gas_limit", "3000000000")).out;
    expect((await abi("decode", chosen)).out).toContain("tx_gas_limit");
    expect(await abi("decode", "0x01020304")).toMatchObject({ code: 2 });
    expect(err.join()).toContain("0x01020304");
  });

  it("lists what a compiled contract has, by kind", async () => {
    const { out: shown } = await abi("selector", join(folder, "out/Till.json"));
    const [functionLine = "", errorLine = "", eventLine = ""] = shown.split("\n").slice(2);
    expect(functionLine).toMatch(/^function +pay\(address,uint256\[\]\) +0x[0-9a-f]{8} +0x[0-9a-f]{8}$/);
    expect(errorLine).toMatch(/^error +TooLate\(uint256\) +0x[0-9a-f]{8} +0x[0-9a-f]{8}$/);
    expect(eventLine).toMatch(/^event +Paid\(address\) +0x[0-9a-f]{64} +0x[0-9a-f]{64}$/);
    const answer = JSON.parse((await abi("selector", join(folder, "out/Till.json"), "--json")).out);
    expect(answer.result).toMatchObject({ contract: "Till", selectors: [{ kind: "function" }, {}, {}] });
    const [, selectorOfOne = ""] = / (0x[0-9a-f]{8}) /.exec((await abi("selector", "TooLate(uint256)")).out) ?? [];
    expect(errorLine).toContain(selectorOfOne);
  });

  it("tells selectors and topics of both kinds of chain, and what they may be", async () => {
    const reported = JSON.parse((await abi("selector", "TooLate(uint)", "--json")).out) as {
      readonly result: { readonly standard: string; readonly sm: string; readonly signature: string };
    };
    expect(reported.result.signature).toBe("TooLate(uint256)");
    for (const selector of [reported.result.standard, reported.result.sm])
      expect((await abi("lookup", selector)).out).toMatch(/^error TooLate\(uint256\) \((standard|sm)\)$/);
    const [first = ""] = (await abi("selector", "event Paid(address indexed who)")).out.split("\n");
    const topic = /0x[0-9a-f]{64}/.exec(first)?.[0] ?? "";
    expect((await abi("lookup", topic)).out).toBe("event Paid(address) (standard)");
    expect((await abi("lookup", "0xffffffff")).code).toBe(2);
    const cut = "event DiamondCut((address facet, uint8 action, bytes4[] selectors)[] cut, address init, bytes data)";
    expect((await abi("selector", cut, "--suite", "standard")).out).toBe(
      "standard  0x8faa70878671ccd212d20771b795c50af8fd3ff6cf27f4bde57e5d4de0aeb673  DiamondCut((address,uint8,bytes4[])[],address,bytes)",
    );
  });

  it("knows what the usual standards declare, without an ABI, under both suites", async () => {
    expect((await abi("decode", transfer)).out.split("\n")).toEqual([
      "transfer(address,uint256)",
      `  address to: ${one}`,
      "  uint256 value: 5",
    ]);
    expect((await abi("4byte", "0xa9059cbb")).out).toBe("function transfer(address,uint256) (standard)");
    expect((await abi("4byte", "0x6904e965")).out).toBe("function transfer(address,uint256) (sm)");
    const topic = "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef";
    expect((await abi("lookup", topic)).out).toBe("event Transfer(address,address,uint256) (standard)");
  });

  it("decodes reasons: of Solidity, of standards, of the folder's contracts", async () => {
    const reason = `0x08c379a0${word("20")}${word("2")}${"6f6b".padEnd(64, "0")}`;
    expect((await abi("decode", reason)).out).toContain('string message: "ok"');
    const { standard } = JSON.parse((await abi("selector", "error TooLate(uint256 by)", "--json")).out).result;
    expect((await abi("decode", `${standard}${word("7")}`)).out).toBe("TooLate(uint256)\n  uint256 a0: 7");
    const low = (await abi("encode", "ERC20InsufficientBalance(address,uint256,uint256)", one, "1", "2")).out;
    expect((await abi("decode", low)).out).toContain("uint256 needed: 2");
  });

  it("takes the names that cast has", async () => {
    expect((await abi("sig", "transfer(address,uint256)")).out).toBe(
      (await abi("selector", "transfer(address,uint256)")).out,
    );
    expect((await abi("sig", "error Empty()")).out).toContain("0x3db2a12a");
  });

  it("says what is wrong with a command line", async () => {
    for (const [args, words] of [
      [["take", "x"], "specify one of encode, decode, selector, lookup"],
      [["encode"], "specify what to take"],
      [["encode", "nonsense"], "isn't a function such as"],
      [["encode", "f(uint257)", "1"], "isn't a function such as"],
      [["encode", "f(uint256)(", "1"], "isn't a function such as"],
      [["decode", "f()", "0x123"], "isn't data"],
      [["selector", "event Paid(notype)"], "isn't an event such as"],
      [["lookup", "0x1234"], "4 bytes or a topic of 32"],
    ] as const) {
      expect((await abi(...args)).code, args.join(" ")).toBe(2);
      expect(err.join()).toContain(words);
    }
  });
});
