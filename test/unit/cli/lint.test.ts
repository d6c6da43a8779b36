import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, sep } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { runAccess } from "../../../src/cli/commands/access";
import { runLint } from "../../../src/cli/commands/lint";
import { lintReport } from "../../../src/cli/lint/lintReport";
import { analyze } from "../../../src/nodeConfig/analysis/analyze";
import { parseDocument } from "../../../src/nodeConfig/document/iniDocument";
import { ruleSeverity } from "../../../src/nodeConfig/findings/finding";
import { lintRules } from "../../../src/solidity/lint/rules";
import { englishAfterEach, useSources } from "../../support/chinese";

const id = (digit: string, length = 128): string => digit.repeat(length);
let folder: string;

function write(name: string, content: string): string {
  const path = join(folder, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
  return path;
}

interface Outcome {
  code: number;
  output: string;
  errors: string;
}

/** Runs a command in this process, with what it prints. */
async function run(command: (args: readonly string[]) => Promise<number>, ...args: string[]): Promise<Outcome> {
  const log = vi.spyOn(console, "log").mockImplementation(() => undefined);
  const error = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const code = await command(args);
  const text = (spy: typeof log): string => spy.mock.calls.map((call) => String(call[0])).join("\n");
  return { code, output: text(log), errors: text(error) };
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "chainside-lint-"));
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true, force: true });
});

englishAfterEach();

describe("chainside lint", () => {
  it("leaves a named file alone that neither its name nor its contents make a node's", async () => {
    const tree = write("tree.txt", "nodes\n  node0\n    config.ini\n");
    const copy = write("config.ini.old", "[certificate_whitelist]\ncal.0=xyz\n");
    expect(await run(runLint, tree, write("node.nodeid", `${id("a")}\n`))).toMatchObject({ code: 0, output: "" });
    expect((await run(runLint, copy)).output).toContain("nodeid.notHex");
  });

  it("takes a named file for a config.genesis when only that one has such sections", async () => {
    const features = write("features.ini", "[features]\nfeature_x=true\n");
    expect((await run(runLint, features)).output).toContain("genesis.feature");
    vi.restoreAllMocks();
    const sealer = write("sealer.ini", "[consensus]\nnode.0=xyz:1\n");
    expect((await run(runLint, sealer)).output).toContain("genesis.sealer");
  });

  it("prints findings as JSON, zero-based, and exits with 1 on an error", async () => {
    const file = write("x.ini", `[certificate_whitelist]\n    cal.0=${id("a", 127)}\n    cal.1=${id("b")}\n`);
    const { code, output } = await run(runLint, file, "--format", "json");
    expect(code).toBe(1);
    expect(JSON.parse(output)).toEqual([
      {
        file,
        diagnostics: [
          {
            line: 1,
            startChar: 10,
            endChar: 137,
            rule: "nodeid.length",
            severity: "error",
            message: "The node drops this entry. It needs 128 hex digits, but has 127.",
          },
        ],
      },
    ]);
  });

  it("exits with 0 when nothing is an error", async () => {
    const file = write("config.ini", "[p2p]\n  listen_port=30300\n[certificate_whitelist]\n  ;cal.0=\n");
    expect(await run(runLint, file)).toMatchObject({
      code: 0,
      output: expect.stringContaining(":3:1: information list.disabled"),
    });
    expect(await run(runLint, write("y.ini", "[p2p]\n"))).toMatchObject({ code: 0 });
  });

  it("exits with 2 for a wrong command line or a missing file, saying what to do", async () => {
    expect(await run(runLint)).toMatchObject({ code: 2, errors: expect.stringContaining("specify at least one file") });
    expect(await run(runLint, "x", "--format", "xml")).toMatchObject({
      code: 2,
      errors: expect.stringContaining("--format"),
    });
    expect(await run(runLint, "x", "--identity-length", "256")).toMatchObject({ code: 2 });
    expect(await run(runLint, "x", "--node-version", "new")).toMatchObject({ code: 2 });
    expect(await run(runLint, "x", "--no-such")).toMatchObject({ code: 2 });
    expect(await run(runLint, join(folder, "absent.ini"))).toMatchObject({
      code: 2,
      errors: expect.stringContaining("No file"),
    });
  });

  it("leaves a config.ini of another program alone", async () => {
    const file = write("config.ini", "[database]\nhost=db ; main\n[cert]\nca_path=./conf\n");
    expect(await run(runLint, file)).toMatchObject({ code: 0, output: "" });
  });

  it("finds the files of node folders, by folder and by pattern", async () => {
    write("node0/config.ini", "[p2p]\nlisten_port=80\n");
    write("node0/config.genesis", "[consensus]\nconsensus_type=pbft\n");
    write("node0/nodes.json", '{"nodes":["127.0.0.1"]}');
    write("other/config.ini", "[x]\na\n");
    const { code, output } = await run(runLint, folder, "--format", "json");
    const rules = (JSON.parse(output) as { diagnostics: { rule: string }[] }[]).flatMap(({ diagnostics }) =>
      diagnostics.map(({ rule }) => rule),
    );
    expect(code).toBe(1);
    expect(rules.sort()).toEqual(["genesis.noSealer", "value.ip", "value.port"]);
    expect(await run(runLint, join(folder, "*/config.ini"))).toMatchObject({
      code: 1,
      output: expect.stringContaining("value.port"),
    });
    expect(await run(runLint, join(folder, "*/nothing.ini"))).toMatchObject({ code: 2 });
  });

  it("says of a folder with a node's key that both files are missing", async () => {
    write("nodes/node0/conf/node.pem", "key");
    write("nodes/node1/conf/node.pem", "key");
    write("nodes/node1/config.genesis", `[consensus]\nnode.0=${id("a")}:1\n[version]\ncompatibility_version=3.16.0\n`);
    write("sdk/conf/sdk.key", "key");
    const { code, output } = await run(runLint, folder);
    expect(code).toBe(1);
    const missing = output.split("\n").filter((line) => line.includes("config.missing"));
    expect(missing.map((line) => [/node\d/.exec(line)?.[0], line.includes("config.genesis are missing")])).toEqual([
      ["node1", false],
      ["node0", true],
    ]);
  });

  it("takes 512 digits as the rule only where the folder shows such an identity", async () => {
    const text = `[certificate_whitelist]\ncal.0=${id("d", 512)}\n`;
    expect(await run(runLint, write("a/config.ini", text))).toMatchObject({ code: 1 });
    write("b/conf/ssl.nodeid", `${id("d", 512)}\n`);
    expect(await run(runLint, write("b/config.ini", text))).toMatchObject({ code: 0 });
    expect(await run(runLint, write("c/config.ini", text), "--identity-length", "512")).toMatchObject({ code: 0 });
    write("node0.ssl.nodeid", `${id("d", 512)}\n`);
    expect(await run(runLint, write("node0.config.ini", text))).toMatchObject({ code: 0 });
  });

  it("knows the release that is asked for", async () => {
    const file = write("config.ini", "[p2p]\nenable_ssl_verify=true\nlisten_port=30300\n");
    expect(await run(runLint, file)).toMatchObject({ code: 0, output: "" });
    expect((await run(runLint, file, "--node-version", "v3.2.0")).output).toContain("ini.sinceVersion");
    vi.restoreAllMocks();
    write("nohup.out", "FISCO BCOS Version : 3.16.0\n…\nFISCO BCOS Version : 3.3.0\n");
    expect((await run(runLint, file)).output).toContain("Node 3.3.0 doesn't recognize this key");
  });

  it("mends with --fix and reports the rest", async () => {
    const file = write("config.ini", `[certificate_blacklist]\r\ncrl.0=0x${id("a")}\r\ncrl.1=${id("b", 5)}\r\n`);
    const { code, output } = await run(runLint, file, "--fix");
    expect(code).toBe(1);
    expect(output).toContain("nodeid.length");
    expect(output).not.toContain("prefix0x");
    expect(readFileSync(file, "utf8")).toBe(`[certificate_blacklist]\r\ncrl.0=${id("a")}\r\ncrl.1=${id("b", 5)}\r\n`);
  });

  it("writes SARIF and workflow commands", async () => {
    const file = write("config.ini", "[p2p]\nlisten_port=80\n");
    const sarif = JSON.parse((await run(runLint, file, "--format", "sarif")).output) as {
      version: string;
      runs: { results: unknown[]; tool: { driver: { rules: { id: string }[] } } }[];
    };
    expect(sarif.version).toBe("2.1.0");
    expect(sarif.runs[0]?.tool.driver.rules.map((rule) => rule.id)).toEqual([
      ...Object.keys(ruleSeverity),
      ...lintRules.map(({ id: rule }) => rule),
    ]);
    expect(sarif.runs[0]?.results).toMatchObject([
      {
        ruleId: "value.port",
        level: "error",
        locations: [{ physicalLocation: { region: { startLine: 2, startColumn: 13, endLine: 2, endColumn: 15 } } }],
      },
    ]);
    vi.restoreAllMocks();
    // properties of such a command hold no colon
    const shown = file.replaceAll(sep, "/").replaceAll(":", "%3A");
    expect((await run(runLint, file, "--format", "github")).output).toBe(
      `::error file=${shown},line=2,col=13,endLine=2,endColumn=15,title=value.port::Outside 1025 to 65535. The node refuses to start.`,
    );
  });

  it("speaks Chinese", () => {
    useSources("zh-cn");
    const findings = analyze(parseDocument("[sync]\ntree_width=0\n"), { identityLength: "auto" });
    expect(lintReport("text", [{ file: "x", findings }])).toContain(
      "x:2:12: error value.range: 超出 1 到 65535 的范围：节点拒绝启动。",
    );
  });
});

describe("chainside access", () => {
  function node(name: string, digit: string, lists: string): void {
    write(`${name}/config.ini`, `[p2p]\nsm_ssl=true\n${lists}`);
    write(`${name}/conf/sm_ssl.nodeid`, `${id(digit)}\n`);
  }

  it("shows direct connections, ways through a neighboring node, and the deciding line", async () => {
    node("node0", "a", `[certificate_whitelist]\ncal.0=${id("b")}\n`);
    node("node1", "b", "");
    node("node2", "c", "");
    const { code, output } = await run(runAccess, folder);
    expect(code).toBe(0);
    expect(output.split("\n").slice(0, 4)).toEqual([
      "       node0  node1  node2",
      "node0  ·      ●      ○",
      "node1  ●      ·      ●",
      "node2  ○      ●      ·",
    ]);
    expect(output).toContain("node1: directly connected. Accepted: cal.0 in the whitelist names it. (config.ini:4)");
    expect(output).toContain("node2: through node1. Refused: the whitelist is on and doesn't name it. (config.ini:3)");
    vi.restoreAllMocks();
    const json = JSON.parse((await run(runAccess, folder, "--format", "json")).output) as unknown[];
    expect(json[0]).toMatchObject({
      node: "node0",
      reload: "signal",
      peers: [
        { node: "node1", reach: "direct" },
        { reach: "neighbour", through: "node1", reason: "notWhitelisted", line: 2 },
      ],
    });
  });

  it.each([
    ["a byte order mark", "\uFEFF[p2p]\nsm_ssl=true\n", 1, "The file begins with a byte order mark"],
    [
      "the same entry of a list twice",
      `[p2p]\nsm_ssl=true\n[certificate_blacklist]\ncrl.0=${id("e")}\ncrl.0=${id("f")}\n`,
      5,
      "crl.0 appears twice",
    ],
    ["a line that is none", "[p2p]\nsm_ssl=true\ncrl.0\n", 3, "Neither a comment nor"],
    ["an address that is none", "[p2p]\nsm_ssl=true\nlisten_ip=example.org\n", 3, "refuses to start"],
  ])("shows no connection of a node that can't start, such as with %s", async (_, config, line, why) => {
    node("node0", "a", "");
    node("node1", "b", "");
    write("node1/config.ini", config);
    node("node2", "c", "");
    const { code, output } = await run(runAccess, folder);
    expect(code).toBe(1);
    expect(output.split("\n").slice(1, 4)).toEqual([
      "node0  ·      !      ●",
      "node1  !      ·      !",
      "node2  ●      !      ·",
    ]);
    expect(output).toContain("! This node can't start. ");
    expect(output).toContain(why);
    expect(output).toContain(`(config.ini:${line})`);
    expect(output).toContain("node1: node1 can't start.");
    vi.restoreAllMocks();
    const json = JSON.parse((await run(runAccess, folder, "--format", "json")).output) as object[];
    expect(json[1]).toMatchObject({
      node: "node1",
      cannotStart: { reason: expect.stringContaining(why), line: line - 1 },
    });
    expect(json[0]).toMatchObject({ peers: [{ reach: "cannotStart" }, { reach: "direct" }] });
    expect(json[0]).not.toHaveProperty("cannotStart");
  });

  it("takes a node without identity files for one, and another program's config.ini not", async () => {
    write("127.0.0.1/node7/config.ini", "[p2p]\n    listen_port=30307\n[rpc]\n    listen_port=20207\n");
    write("tool/config.ini", "[database]\n    host=x\n");
    const { output } = await run(runAccess, folder);
    expect(output).toContain("node7");
    expect(output).not.toContain("tool");
  });

  it("says when there is nothing to compare", async () => {
    expect(await run(runAccess, folder)).toMatchObject({ code: 2, errors: expect.stringContaining("no node folder") });
    expect(await run(runAccess)).toMatchObject({ code: 2 });
  });
});

it("tells the nodes of different chains apart by name", async () => {
  for (const chain of ["a", "b"]) {
    write(`${chain}/127.0.0.1/node0/config.ini`, "[p2p]\n    listen_port=30300\n");
    write(`${chain}/127.0.0.1/node0/config.genesis`, "[consensus]\n");
    write(`${chain}/127.0.0.1/node0/conf/node.nodeid`, id(chain));
  }
  const { output } = await run(runAccess, folder);
  expect(output).toContain("a/127.0.0.1/node0");
  expect(output).toContain("b/127.0.0.1/node0");
  expect(output).not.toMatch(/^node0$/m);
});
