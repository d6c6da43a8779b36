import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { runCommand, shellProgram } from "../../../../src/cli/commands";
import { connectionOf } from "../../../../src/cli/connection/connectionOptions";
import { type LineOutcome, Shell, type ShellProgram } from "../../../../src/cli/shell/shell";
import type { ShellOptions } from "../../../../src/cli/shell/shellOptions";
import { exportKeyFile } from "../../../../src/crypto/keyFiles/exportKeyFile";
import { type DevChain, startDevChain } from "../../../../src/devchain/startDevChain";
import { useCatalogue } from "../../../../src/text/catalogue";
import { englishAfterEach } from "../../../support/chinese";

englishAfterEach();

let chain: DevChain;
let folder: string;
let shell: Shell;
let messages: string[];
const inEnglish: ShellProgram["run"] = (args) => runCommand(args, () => useCatalogue("en"));

beforeAll(async () => {
  chain = await startDevChain({ port: 0, sealers: 2, observers: 1, blockIntervalMs: 0 });
  folder = mkdtempSync(join(tmpdir(), "chainside-shell-"));
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await chain.close();
});
beforeEach(() => {
  messages = [];
  for (const name of ["log", "error"] as const)
    vi.spyOn(console, name).mockImplementation((line: unknown) => void messages.push(String(line)));
  shell = open();
});

function open(more: Partial<ShellOptions> = {}, run: ShellProgram["run"] = inEnglish): Shell {
  const connection = { ...connectionOf({ url: chain.url }), agreed: true };
  const options = {
    connection,
    typed: [["url", chain.url] as const, ["token", chain.devToken ?? ""] as const],
    keyFile: "dev0",
    keepGoing: false,
    passwordFile: undefined,
    passwordVariable: "CHAINSIDE_PASSWORD",
    ...more,
  };
  return new Shell(options, { ...shellProgram, run });
}
afterEach(async () => {
  await shell.close();
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

async function line(typed: string): Promise<[LineOutcome, string]> {
  messages.length = 0;
  const outcome = await shell.line(typed);
  return [outcome, messages.join("\n")];
}

describe("a console on a chain", () => {
  it("takes operations, commands of the official console, and SQL", async () => {
    expect(await line("getSealerList")).toEqual([0, expect.stringMatching(/^[0-9a-f]{128}\n[0-9a-f]{128}$/)]);
    expect((await line("setSystemConfigByKey tx_count_limit 1234"))[0]).toBe(0);
    expect(await line("getSystemConfigByKey tx_count_limit")).toEqual([0, "1234"]);
    expect(await line("config get tx_count_limit")).toEqual([0, "1234"]);
    const archiving = "archive run archive 1 500 --path /a --endpoint 127.0.0.1:1 --dry-run";
    expect(await line(archiving)).toEqual([2, expect.stringContaining("500")]);
    expect((await line("create table t_shell(id varchar, word varchar, primary key(id))"))[0]).toBe(0);
    expect((await line("insert into t_shell (id, word) values ('1', 'two words');"))[0]).toBe(0);
    expect(await line("select * from t_shell where id = '1' --json")).toEqual([
      0,
      expect.stringContaining('"word":"two words"'),
    ]);
    expect(await line("desc t_shell")).toEqual([0, expect.stringContaining("word")]);
    expect((await line("rpc getBlockNumber"))[0]).toBe(0);
  });

  it("calls and sends as its account, with the password that it was given", async () => {
    // answers with its caller
    const code = "0x6009600c60003960096000f33360005260206000f3";
    const outputs = [{ name: "", type: "address" }];
    const [look, act] = ["view", "nonpayable"].map((stateMutability) => ({
      type: "function",
      inputs: [],
      outputs,
      stateMutability,
    }));
    const abi = JSON.stringify([
      { ...look, name: "who" },
      { ...act, name: "act" },
    ]);
    const [, deployed] = await line(`contract deploy ${code} '${abi}' --json`);
    const { contractAddress } = (JSON.parse(deployed) as { result: { contractAddress: string } }).result;
    const [first, second] = chain.accounts;
    expect(await line(`call ${contractAddress} who`)).toEqual([0, first?.address]);
    expect(await line(`contract call ${contractAddress} who --json`)).toEqual([
      0,
      expect.stringContaining(first?.address ?? "-"),
    ]);

    const privateKey = Buffer.from(second?.privateKey.replace(/^0x/, "") ?? "", "hex");
    const key = { suite: "standard", privateKey, password: "open sesame" } as const;
    writeFileSync(join(folder, "second.json"), (await exportKeyFile({ format: "keystore", ...key })).content);
    vi.stubEnv("CHAINSIDE_KEY", "dev0");
    vi.stubEnv("SECOND", "open sesame");
    shell = open({ keyFile: join(folder, "second.json"), passwordVariable: "SECOND" });
    expect(await line(`call ${contractAddress} who`)).toEqual([0, second?.address]);
    const sent = await line(`call ${contractAddress} act`);
    expect(sent).toEqual([0, expect.stringContaining(`act() → ${second?.address}`)]);
    expect(await line(`call ${contractAddress} who --key dev0`)).toEqual([0, first?.address]);
  });

  it("tells a program what went wrong before an operation began as of the operation", async () => {
    shell = open({ connection: connectionOf({ url: "http://127.0.0.1:1" }) });
    for (const typed of ["node list-sealers --json", "getSealerList --output json"]) {
      const [code, message] = await line(typed);
      const error = { kind: "transport", code: "connectionRefused" };
      expect([code, JSON.parse(message)]).toMatchObject([1, { ok: false, operation: "node list-sealers", error }]);
    }
  });

  it("makes applications for its own chain", async () => {
    const contract = join(folder, "One.json");
    const one = { type: "function", name: "one", inputs: [], outputs: [], stateMutability: "view" };
    writeFileSync(contract, JSON.stringify({ contractName: "One", abi: [one], bytecode: "0x6001" }));
    const out = join(folder, "made");
    const [code, words] = await line(`new application ${contract} --kind typescript --out ${out}`);
    expect(code, words).toBe(0);
    const texts = readdirSync(out, { recursive: true, withFileTypes: true })
      .filter((each) => each.isFile())
      .map((each) => readFileSync(join(each.parentPath, each.name), "utf8"));
    expect(texts.some((each) => each.includes(chain.url))).toBe(true);
  });

  it("passes on to a command what the command's own line takes, and nothing else", async () => {
    const ran: string[][] = [];
    const more = {
      typed: [
        ["url", "u"],
        ["cert-key", "k"],
        ["token", "t"],
        ["timeout", "5"],
        ["yes", true],
      ] as const,
      connection: { ...connectionOf({ url: chain.url, node: "node0" }), agreed: true },
    };
    shell = open(more, async (args) => ran.push([...args]));
    const account = ["--key", "dev0", "--password-env", "CHAINSIDE_PASSWORD"];
    for (const typed of ["rpc getPeers", "trace 0x1", "verify 0x1 A.sol", "send 0x1 go", "new application A.json"])
      await line(typed);
    for (const typed of ["new project folder", "run a.chain.yaml", "test", "load hello", "generate A.sol"])
      await line(typed);
    const [common, node] = [
      ["--url", "u"],
      ["--node", "node0"],
    ];
    expect(ran).toEqual([
      ["rpc", ...common, "--key", "k", "--timeout", "5", "--yes", ...node, "getPeers"],
      ["trace", ...common, "--key", "k", "--token", "t", "--timeout", "5", ...node, "0x1"],
      ["verify", ...common, "--cert-key", "k", "--timeout", "5", "--yes", ...node, "0x1", "A.sol"],
      ["send", ...common, "--cert-key", "k", "--timeout", "5", "--yes", ...node, ...account, "0x1", "go"],
      ["new", ...common, "--key", "k", "application", "A.json"],
      ["new", "project", "folder"],
      ["run", "a.chain.yaml"],
      ["test"],
      ["load", ...common, "--cert-key", "k", "--timeout", "5", "--yes", ...node, "hello"],
      ["generate", "A.sol"],
    ]);
  });

  it("takes a unit behind a value", async () => {
    expect((await line("setSystemConfigByKey tx_gas_limit 1 gwei"))[0]).toBe(0);
    expect(await line("getSystemConfigByKey tx_gas_limit")).toEqual([0, "1000000000"]);
    expect((await line("setSystemConfigByKey tx_gas_limit 1 gwei more"))[0]).toBe(2);
  });

  it("walks the chain's files from a folder of its own", async () => {
    expect(await line("pwd")).toEqual([0, "/apps"]);
    expect((await line("mkdir shop"))[0]).toBe(0);
    expect(await line("ls")).toEqual([0, expect.stringContaining("/apps/shop")]);
    expect(await line("cd shop")).toEqual([0, ""]);
    expect((await line("mkdir inner"))[0]).toBe(0);
    expect(await line("ls ..")).toEqual([0, expect.stringContaining("/apps/shop")]);
    expect(await shell.prompt()).toBe("[group0]: /apps/shop> ");
    expect(await line("bfs ls inner")).toEqual([0, expect.any(String)]);
    expect((await line("cd nowhere"))[0]).not.toBe(0);
    expect((await line("cd ~"))[0]).toBe(0);
    expect(await line("pwd")).toEqual([0, "/apps"]);
  });

  it("remembers group, node and account", async () => {
    expect(await line("switch group0")).toEqual([0, expect.stringContaining("group0")]);
    expect((await line("switch nowhere"))[0]).not.toBe(0);
    const [, info] = await line("rpc getGroupInfo --json");
    const { result } = JSON.parse(info) as { result: { nodeList: [{ name: string }] } };
    const node = result.nodeList[0].name;
    expect(await line(`setNodeName ${node}`)).toEqual([0, node]);
    expect(await line("getNodeName")).toEqual([0, node]);
    expect((await line("setNodeName nowhere"))[0]).not.toBe(0);
    expect(await line("getNodeName")).toEqual([0, node]);
    expect((await line("clearNodeName"))[0]).toBe(0);
    const [, first] = await line("getCurrentAccount");
    expect((await line("loadAccount dev1"))[0]).toBe(0);
    const [, second] = await line("getCurrentAccount");
    expect(second).toMatch(/^0x[0-9a-f]{40}$/);
    expect(second).not.toBe(first);
  });

  it.each<[string, LineOutcome, RegExp]>([
    ["", 0, /^$/],
    ["# note", 0, /^$/],
    ["quit", "quit", /^$/],
    ["help", 0, /getSealerList.*node list-sealers/s],
    ["help addSealer", 0, /node add-sealer NODE WEIGHT/],
    ["addSealer -h", 0, /node add-sealer NODE WEIGHT/],
    ["help node", 0, /add-sealer/],
    ["getSealerLsit", 2, /Did you mean getSealerList\?/],
    ["addSealer x", 2, /specify WEIGHT \(Weight\)/],
    ["constructor", 2, /unknown command/],
    ["newAccount p12 secret", 2, /a password isn't typed here/],
    ["getDeployLog 101", 2, /a number from 1 to 100/],
    ["listDeployContractAddress", 2, /CONTRACT/],
    ["call NeverDeployed latest get", 2, /wasn't deployed from here/],
    ["select from where", 2, /./],
    ["node", 0, /add-sealer/],
  ])("does %j", async (typed, outcome, words) => {
    expect(await line(typed)).toEqual([outcome, expect.stringMatching(words)]);
  });

  it("offers every name that a line can begin with", async () => {
    expect(await shell.names()).toEqual(expect.arrayContaining(["getSealerList", "select", "node", "rpc", "switch"]));
  });
});
