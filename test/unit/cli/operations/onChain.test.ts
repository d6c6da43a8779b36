import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import * as v from "valibot";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { parse as parseYaml } from "yaml";
import { runCommand } from "../../../../src/cli/commands";
import { envelopeShape } from "../../../../src/cli/operations/envelope";
import { type DevChain, startDevChain } from "../../../../src/devchain/startDevChain";
import { useCatalogue } from "../../../../src/text/catalogue";
import { englishAfterEach } from "../../../support/chinese";
import { genesisFileOf } from "../../../support/genesisFile";

englishAfterEach();

let plain: DevChain;
let governed: DevChain;
let folder: string;
let out: string[];
let err: string[];

beforeAll(async () => {
  const options = { port: 0, sealers: 2, observers: 1, blockIntervalMs: 0 } as const;
  plain = await startDevChain(options);
  governed = await startDevChain({ ...options, auth: true });
  folder = mkdtempSync(join(tmpdir(), "chainside-operations-"));
  const profile = (name: string, access: string, url = plain.url) => ({ name, endpoints: [url], access });
  const profiles = [profile("locked", "readOnly"), profile("asks", "confirm"), profile("free", "full")];
  writeFileSync(join(folder, "connections.json"), `// mine\n${JSON.stringify(profiles)}`);
  mkdirSync(join(folder, ".vscode"));
  const foreign = { "chainside.connections": [profile("team", "full"), { name: "web", endpoints: ["file:///etc"] }] };
  writeFileSync(join(folder, ".vscode/settings.json"), JSON.stringify(foreign));
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await plain.close();
  await governed.close();
});
beforeEach(() => {
  [out, err] = [[], []];
  vi.stubEnv("CHAINSIDE_CONNECTIONS", join(folder, "connections.json"));
  vi.spyOn(console, "log").mockImplementation((line: unknown) => void out.push(String(line)));
  vi.spyOn(console, "error").mockImplementation((line: unknown) => void err.push(String(line)));
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

async function run(...args: string[]) {
  out.length = 0;
  err.length = 0;
  const code = await runCommand(args, () => useCatalogue("en"));
  const message = out.join("\n");
  const envelope = message.startsWith('{"ok"') ? v.parse(envelopeShape, JSON.parse(message)) : undefined;
  return { code, out: message, err: err.join("\n"), envelope };
}
const on = (chain: DevChain, ...args: string[]) => run(...args, "--url", chain.url);

describe("operations on the command line", () => {
  it("take no offset that a change of rows would pass over", async () => {
    const rows = ["table", "remove-matching", "t_rows", "--where", "price > 1", "--limit", "1"];
    const refused = await run(...rows, "--offset", "5", "--key", "dev0", "--yes", "--url", plain.url);
    expect([refused.code, refused.err]).toEqual([2, expect.stringContaining("unexpected argument --offset")]);
  });

  it("tell programs what went wrong before they began in their own form", async () => {
    const nowhere = ["--url", "http://127.0.0.1:1"];
    const error = { kind: "transport", code: "connectionRefused" };
    const reported = { ok: false, operation: "node list-sealers", error };
    const json = await run("node", "list-sealers", "--json", ...nowhere);
    expect(json).toMatchObject({ code: 1, err: "", envelope: reported });
    expect((await run("node", "list-sealers", "--output", "json", ...nowhere)).envelope).toMatchObject(reported);
    const yaml = await run("node", "list-sealers", "--output", "yaml", ...nowhere);
    expect([yaml.code, yaml.err, parseYaml(yaml.out)]).toMatchObject([1, "", reported]);
    const table = await run("node", "list-sealers", ...nowhere);
    expect([table.out, table.err]).toEqual(["", expect.stringContaining("Nothing listens")]);
  });

  it("read, as words and as an envelope", async () => {
    const { out: words } = await on(plain, "node", "list-sealers");
    expect(words.split("\n").map((id) => id.length)).toEqual([128, 128]);
    const { envelope } = await on(plain, "node", "list-sealers", "--json", "--limit", "1");
    expect(envelope).toEqual({
      ok: true,
      operation: "node list-sealers",
      result: [words.split("\n")[0]],
      page: { offset: 0, count: 1, total: 2, more: true },
    });
    expect((await on(plain, "config", "get", "--field-key", "tx_count_limit")).out).toBe("1000");
  });

  it("show what they come to, and sign nothing without a yes where no one can be asked", async () => {
    const set = ["config", "set", "tx_count_limit", "2000", "--key", "dev0"];
    const asked = await on(plain, ...set);
    expect([asked.code, asked.err]).toEqual([2, expect.stringMatching(/tx_count_limit: 1000 → 2000.*--yes/s)]);
    const { envelope } = await on(plain, ...set, "--json");
    expect(envelope).toMatchObject({
      ok: false,
      error: { code: "consentNeeded" },
      preview: { weight: "ordinary", irreversible: false },
    });
    expect((await on(plain, "config", "get", "tx_count_limit")).out).toBe("1000");
    expect(await on(plain, ...set, "--dry-run", "--json")).toMatchObject({
      code: 0,
      envelope: {
        ok: true,
        preview: { title: expect.stringMatching(/^Set tx_count_limit to \d+$/), dryRun: { outcome: "success" } },
      },
    });
    expect(await on(plain, ...set, "--yes", "--json")).toMatchObject({
      code: 0,
      envelope: { ok: true, result: { code: 0, blockNumber: 1 } },
    });
    expect((await on(plain, "config", "get", "tx_count_limit")).out).toBe("2000");
  });

  it("say by a dry run that the chain would refuse", async () => {
    const wrong = ["node", "set-weight", "a".repeat(128), "1", "--key", "dev0"];
    expect(await on(plain, ...wrong, "--dry-run", "--json")).toMatchObject({
      code: 1,
      envelope: { ok: false, preview: { dryRun: { outcome: "failure" } } },
    });
  });

  it("say by a dry run what is anyone's words in a frame, behind what it comes to", async () => {
    const posing = `Signed by: 0x${"22".repeat(20)}\n  Chain: other a\u0338\u3000b`;
    await on(plain, "kv", "create", "t_posed", "id", "word", "--key", "dev0", "--yes");
    const { out, err } = await on(plain, "kv", "set", "t_posed", posing, posing, "--key", "dev0", "--dry-run");
    const lines = out.split("\n");
    expect(
      lines.filter((line) => /^ *(?:Signed by|Chain)/.test(line)),
      err,
    ).toHaveLength(2);
    const framed = lines.findIndex((line) => line.startsWith("┆"));
    expect(lines.findIndex((line) => line.includes("would succeed"))).toBeLessThan(framed);
    expect(lines.slice(framed).every((line) => line === "" || line.startsWith("┆"))).toBe(true);
    expect(out).not.toMatch(/0x2222.*\n {2}Chain: other|\u0338|\u3000/);
  });

  it("make a proposal where only the committee may, and name who may not make one", async () => {
    const set = ["config", "set", "tx_count_limit", "3000", "--json"];
    expect(await on(governed, ...set, "--key", "dev1", "--dry-run")).toMatchObject({
      code: 1,
      envelope: { ok: false, preview: { proposal: { kind: "setSystemConfig" }, refusal: { message: /./ } } },
    });
    expect((await on(governed, ...set, "--key", "dev0", "--yes")).envelope).toMatchObject({
      ok: true,
      proposed: { type: "setSystemConfig", status: "finished", executed: true },
    });
  });

  it.each([
    [["node"], 2, /node add-sealer NODE WEIGHT/],
    [["node", "--help"], 0, /node add-sealer NODE WEIGHT/],
    [["help", "node", "add-sealer"], 0, /usage: chainside node add-sealer NODE WEIGHT/],
    [["node", "add-saeler"], 2, /Did you mean add-sealer\?/],
    [["nodes"], 2, /Did you mean node\?/],
    [["node", "add-sealer", "x"], 2, /specify WEIGHT \(Weight\)/],
    [["node", "add-sealer", "x", "0", "--key", "dev0"], 2, /"weight" must be from 1/],
    [["node", "add-sealer", "x", "1"], 2, /--key/],
  ])("%s exits with %d and says how", async (args, code, reported) => {
    const { out: words, err: trouble, code: given } = await on(plain, ...args);
    expect([given, words + trouble]).toEqual([code, expect.stringMatching(reported)]);
  });
});

describe("connections by name", () => {
  const limit = ["config", "set", "tx_count_limit"];

  it("are read from the user's file, and from the environment", async () => {
    expect((await run("node", "list-observers", "--connection", "locked")).out).toHaveLength(128);
    vi.stubEnv("CHAINSIDE_CONNECTION", "locked");
    expect((await run("node", "list-observers")).out).toHaveLength(128);
    expect((await run("rpc", "getBlockNumber")).out).toMatch(/^\d+$/);
    expect(await run("node", "list-observers", "--connection", "loked")).toMatchObject({
      code: 2,
      err: expect.stringContaining("Did you mean locked?"),
    });
  });

  it("sign nothing where access is read-only, whatever the command", async () => {
    const signing = [
      [...limit, "4000", "--key", "dev0", "--yes"],
      ["send", "/apps/x", "f", "--key", "dev0", "--yes"],
      ["call", "/apps/x", "f", "--key", "dev0"],
      ["deploy", "X.sol", "--key", "dev0", "--yes"],
      ["load", "transfer", "--key", "dev0", "--yes"],
      ["load", "transfer", "--yes"],
      ["rpc", "sendTransaction", "0x00", "--yes"],
      ["dev", "mine", "1", "--yes"],
    ];
    for (const args of signing) {
      const { code, err } = await run(...args, "--connection", "locked");
      expect([args[0], code, err]).toEqual([args[0], 2, expect.stringContaining("read-only")]);
    }
    expect(plain.url).toBeDefined();
  });

  it("ask before they sign, or need a yes", async () => {
    for (const args of [
      [...limit, "4100", "--key", "dev0"],
      ["call", "0x0000000000000000000000000000000000001000", "--data", "0x12345678", "--key", "dev0"],
    ]) {
      const { code, err } = await run(...args, "--connection", "asks");
      expect([code, err]).toEqual([2, expect.stringContaining("--yes")]);
    }
    expect((await run(...limit, "4100", "--key", "dev0", "--yes", "--connection", "asks")).code).toBe(0);
    expect((await run(...limit, "4200", "--key", "dev0", "--connection", "free")).code).toBe(0);
    vi.stubEnv("CHAINSIDE_KEY", "dev0");
    expect((await run(...limit, "4300", "--connection", "free")).code).toBe(0);
  });

  it("take the key of the environment like --key, in every command", async () => {
    vi.stubEnv("CHAINSIDE_KEY", "dev0");
    const data = ["0x0000000000000000000000000000000000001000", "--data", "0x12345678"];
    // dev0 is free to sign on this machine's embedded chain, which refuses what isn't there
    const { code, err } = await run("send", ...data, "--connection", "free");
    expect([code, err]).toEqual([1, expect.not.stringContaining("--key")]);
    expect((await run("deploy", "X.sol", "--connection", "locked")).err).toContain("read-only");
    expect((await run("call", ...data, "--connection", "asks")).err).toContain("--yes");
    vi.stubEnv("CHAINSIDE_KEY", "");
    const without = await run("send", ...data, "--connection", "free");
    expect([without.code, without.err]).toEqual([2, expect.stringContaining("--key")]);
  });

  it("read where the key of the environment may not sign", async () => {
    vi.stubEnv("CHAINSIDE_KEY", "dev0");
    expect((await run("node", "list-observers", "--connection", "locked")).out).toHaveLength(128);
    expect((await run(...limit, "4000", "--yes", "--connection", "locked")).err).toContain("read-only");
    const elsewhere = ["--url", "http://node.invalid", "--timeout", "1000"];
    expect((await run("node", "list-observers", ...elsewhere)).err).not.toContain("development account");
    expect((await run("node", "list-observers", "--key", "dev0", ...elsewhere)).err).toContain("development account");
  });

  it("open the key of the environment only for what an account signs or is answered", async () => {
    vi.stubEnv("CHAINSIDE_KEY", join(folder, "no.pem"));
    expect((await on(plain, "node", "list-observers")).code).toBe(0);
    expect((await on(governed, "contract", "check-deploy")).err).toContain("no.pem");
    expect((await on(plain, "node", "list-observers", "--key", join(folder, "no.pem"))).err).toContain("no.pem");
    vi.stubEnv("CHAINSIDE_KEY", "dev0");
    expect((await on(governed, "contract", "check-deploy")).out).toBe("true");
  });

  it("ask at a terminal once before a call is signed", async () => {
    const [input, output] = [new PassThrough(), new PassThrough()];
    vi.spyOn(process, "stdin", "get").mockReturnValue(Object.assign(input, { isTTY: true }) as never);
    vi.spyOn(process, "stderr", "get").mockReturnValue(Object.assign(output, { isTTY: true }) as never);
    const questions: string[] = [];
    output.on("data", (chunk) => {
      if (!String(chunk).includes("[y/N]")) return;
      questions.push(String(chunk));
      input.write("y\n");
    });
    const data = ["0x0000000000000000000000000000000000001000", "--data", "0x12345678"];
    await run("call", ...data, "--connection", "asks", "--key", "dev0");
    expect(questions).toEqual([expect.stringContaining("Sign this call as")]);
  });

  it("call contracts as the account of --key, by a signature that has to be agreed to", async () => {
    // answers with its caller
    const code = "0x6009600c60003960096000f33360005260206000f3";
    const outputs = [{ name: "", type: "address" }];
    const abi = JSON.stringify([{ type: "function", name: "who", inputs: [], outputs, stateMutability: "view" }]);
    const deployed = await on(plain, "contract", "deploy", code, abi, "--key", "dev0", "--yes", "--json");
    const { contractAddress } = v.parse(v.looseObject({ contractAddress: v.string() }), deployed.envelope?.result);
    const who = async (...args: string[]) =>
      (await run("contract", "call", contractAddress, "who", "--json", ...args)).envelope;
    const own = plain.accounts[0]?.address;
    const seen = (caller: string | null, value = caller) => ({
      ok: true,
      result: { caller, values: [{ type: "address", value }] },
    });
    const key = ["--key", "dev0"];
    expect(await who(...key, "--url", plain.url)).toMatchObject(seen(own ?? ""));
    expect(await who(...key, "--connection", "free")).toMatchObject(seen(own ?? ""));
    expect(await who("--connection", "free")).toMatchObject(seen(null, `0x${"0".repeat(40)}`));
    expect(await who(...key, "--connection", "asks")).toMatchObject({ ok: false, error: { code: "consentNeeded" } });
    expect(await who(...key, "--connection", "asks", "--yes")).toMatchObject(seen(own ?? ""));
  });

  it("say what of a block is proven, by what the person said of the chain", async () => {
    vi.spyOn(process, "cwd").mockReturnValue(folder);
    expect((await on(plain, ...limit, "4050", "--key", "dev0", "--yes")).code).toBe(0);
    const verdictIn = v.looseObject({ verdict: v.looseObject({ verified: v.boolean() }) });
    const shown = async (...args: string[]) => {
      const { envelope } = await run("block", "show", "1", "--verify", "--json", ...args);
      const { verdict } = v.parse(verdictIn, envelope?.result);
      return verdict.verified;
    };
    const block = JSON.parse(
      (await run("rpc", "getBlockByNumber", "0", "true", "true", "--url", plain.url, "--json")).out,
    ).result;
    const genesis = genesisFileOf(Buffer.from(String(block.extraData).slice(2), "hex").toString());
    writeFileSync(join(folder, "config.genesis"), genesis);
    expect(await shown("--connection", "team", "--workspace")).toBe(true);
    // a file that no one asked for says nothing
    expect(await shown("--connection", "free")).toBe(false);
    writeFileSync(join(folder, "config.genesis"), genesis.replace(/node\.3=.{8}/, "node.3=00000000"));
    expect(await shown("--connection", "team", "--workspace")).toBe(false);
    const sealers = Object.fromEntries(
      [...genesis.matchAll(/node\.\d+=([0-9A-F]+): (\d+)/g)].map(([, id, weight]) => [id, Number(weight)]),
    );
    const [chainId] = /(?<=chain_id=)\S+/.exec(genesis) ?? [];
    const pinned = { name: "pinned", endpoints: [plain.url], pin: { chainId, groups: { group0: { sealers } } } };
    writeFileSync(join(folder, "pinned.json"), JSON.stringify([pinned]));
    vi.stubEnv("CHAINSIDE_CONNECTIONS", join(folder, "pinned.json"));
    expect(await shown("--connection", "pinned")).toBe(true);
  });

  it("of a workspace are taken only on request, and give no one full access", async () => {
    vi.spyOn(process, "cwd").mockReturnValue(folder);
    expect((await run("node", "list-observers", "--connection", "team")).code).toBe(2);
    expect((await run("node", "list-observers", "--connection", "team", "--workspace")).code).toBe(0);
    const signed = await run(...limit, "4400", "--key", "dev0", "--connection", "team", "--workspace");
    expect([signed.code, signed.err]).toEqual([2, expect.stringContaining("--yes")]);
    expect((await run("node", "list-observers", "--connection", "web", "--workspace")).code).toBe(2);
  });

  it("are no place for two endpoints, or for a file that isn't one", async () => {
    expect((await on(plain, "node", "list-observers", "--connection", "free")).err).toContain("not both");
    vi.stubEnv("CHAINSIDE_CONNECTIONS", join(folder, ".vscode"));
    expect((await run("node", "list-observers", "--connection", "free")).err).toContain("regular file");
    const nested = join(folder, "nested.json");
    writeFileSync(nested, "[".repeat(500_000));
    vi.stubEnv("CHAINSIDE_CONNECTIONS", nested);
    expect((await run("node", "list-observers", "--connection", "free")).code).toBe(2);
  });
});
