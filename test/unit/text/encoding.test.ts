import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { analyze } from "../../../src/nodeConfig/analysis/analyze";
import { analyzeNodesJson } from "../../../src/nodeConfig/analysis/nodesJsonRules";
import { parseDocument } from "../../../src/nodeConfig/document/iniDocument";
import { readScenario } from "../../../src/scenarios/language/readScenario";
import { SolidityCompiler } from "../../../src/solidity/compile/compiler";
import { defaultCompilerCache } from "../../../src/solidity/compilerReleases/compilerStore";
import { say } from "../../../src/text/catalogue";
import { encodingTrouble } from "../../../src/text/encoding";
import { YamlError } from "../../../src/yaml/complaint";

/** 你好 as GBK has it. */
const hello = Buffer.from([0xc4, 0xe3, 0xba, 0xc3]);
const gbk = (before: string, behind: string): Buffer =>
  Buffer.concat([Buffer.from(before), hello, Buffer.from(behind)]);
const utf16 = (content: string): Buffer => Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(content, "utf16le")]);

describe("an encoding that isn't UTF-8", () => {
  it("is found where bytes can't be read, and named", () => {
    expect(encodingTrouble(gbk("# ", "\n").toString("utf8"))).toEqual({ encoding: "GBK", at: 2 });
    expect(encodingTrouble(utf16("[p2p]\n").toString("utf8"))).toEqual({ encoding: "UTF-16", at: 0 });
    expect(encodingTrouble(Buffer.from("[p2p]", "utf16le").toString("utf8"))?.encoding).toBe("UTF-16");
    expect(encodingTrouble("你好 \u{1f600}\n")).toBeUndefined();
  });

  it("is a finding in config.ini and config.genesis, at its place, with the way out", () => {
    const text = gbk("[p2p]\n    ; ", "\n    listen_port=30300\n").toString("utf8");
    for (const kind of ["config", "genesis"] as const) {
      const [first] = analyze(parseDocument(text, kind), { identityLength: "auto" }).filter(
        ({ rule }) => rule === "ini.encoding",
      );
      expect(first?.range.startLine).toBe(1);
      expect(say(first?.message ?? { text: "", args: [] })).toMatch(/GBK.*Reopen with Encoding.*Save with Encoding/);
    }
  });

  it("is the only finding where nodes.json can't be read for it", () => {
    const findings = analyzeNodesJson(utf16('{"nodes":["127.0.0.1:30300"]}').toString("utf8"));
    expect(findings.map(({ rule }) => rule)).toEqual(["ini.encoding"]);
    expect(say(findings[0]?.message ?? { text: "", args: [] })).toContain("UTF-16");
    expect(analyzeNodesJson(gbk('{"nodes":["127.0.0.1:30300"], "x": "', '"}').toString("utf8"))[0]?.rule).toBe(
      "ini.encoding",
    );
  });

  it("is what is wrong with a scenario, before anything else", async () => {
    const text = gbk("scenario: ", "\nsteps: [{wait: {blocks: 1}}]\n").toString("utf8");
    const error = await readScenario("/s/a.chain.yaml", async () => text).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(YamlError);
    const [complaint] = (error as YamlError).complaints;
    expect(complaint && say(complaint.message)).toContain("GBK");
    expect([complaint?.place.line, complaint?.place.column]).toEqual([1, 11]);
  });
});

describe("a source that isn't in UTF-8", () => {
  let root = "";
  const compiler = new SolidityCompiler(defaultCompilerCache());
  beforeAll(() => {
    root = mkdtempSync(join(tmpdir(), "chainside-gbk-"));
  });
  afterAll(() => {
    compiler.close();
    rmSync(root, { recursive: true, force: true });
  });

  it("compiles with a warning that says so", async () => {
    const file = join(root, "Greeter.sol");
    writeFileSync(
      file,
      gbk("// SPDX-License-Identifier: MIT\npragma solidity ^0.8.0;\n// ", "\ncontract Greeter {}\n"),
    );
    const { files } = await compiler.compile({
      root,
      files: [file],
      suite: "standard",
      trusted: true,
      mayFetch: true,
      outputs: "contracts",
    });
    const found = files[0]?.diagnostics.find(({ code }) => code === "sourceEncoding");
    expect(found).toMatchObject({ severity: "warning", details: { encoding: "GBK" } });
    expect(found?.place?.start).toBe(readFileSync(file).indexOf(hello));
    expect(files[0]?.contracts.map(({ name }) => name)).toEqual(["Greeter"]);
  });
});
