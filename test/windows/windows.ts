// What is built, under Windows' Node.js: on Windows itself, elsewhere by Wine. Run by scripts/test/windows.ts with the runner of Node.js.
import assert from "node:assert/strict";
import { linkSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { pathToFileURL } from "node:url";
import { nodeFolders } from "../protocol/languageServer/nodeFixture";
import { chainside, compiler, Folder, RunningChain, Talker } from "./programs";
import { elsewhere, hostileConfig, hostileProject, project } from "./sources";

const solc = ["--solc", compiler];
const timeout = 900_000;

describe("the command line", { timeout }, () => {
  it("compiles what a pattern names, and writes what it compiled", async () => {
    using folder = new Folder(project);
    const reported = await chainside(folder, ["compile", String.raw`src\*.sol`, ...solc, "--out", "out dir"]);
    assert.match(reported.out, /^src\/Coin\.sol: Coin /, reported.err);
    assert.equal(reported.code, 0);
    const artifact = JSON.parse(folder.read("out dir/src/Coin.sol/Coin.json")) as { sourceName: string };
    assert.equal(artifact.sourceName, "src/Coin.sol");
    assert.deepEqual(folder.seen(), []);
  });

  it("runs tests that are picked with either slash, and reports files as others read them", async () => {
    using folder = new Folder(project);
    const reports = ["--junit", "junit.xml", "--coverage", "lcov=lcov.info"];
    const reported = await chainside(folder, ["test", "--match-path", String.raw`test\C*.t.sol`, ...reports, ...solc]);
    assert.match(reported.out, /test\/Coin\.t\.sol:CoinTest\s+✓ test_mint\(\)/, reported.out + reported.err);
    assert.match(reported.out, /passed 1, failed 0/);
    assert.match(folder.read("lcov.info"), /^SF:.*Coin\.sol$/m);
    assert.match(folder.read("junit.xml"), /test_mint/);
  });

  it("runs a scenario with what it includes", async () => {
    using folder = new Folder(project);
    const reported = await chainside(folder, ["run", "coin*.yaml", ...solc.slice(2)]);
    assert.equal(reported.code, 0, reported.out + reported.err);
    assert.match(reported.out, /Coin/);
  });

  it("checks node folders on another drive, by a folder and by a pattern", async () => {
    using folder = new Folder(nodeFolders(2, () => "[certificate_blacklist]\n    crl.0=zz\n"));
    const system = process.env["SystemRoot"] ?? "C:\\";
    const pattern = folder.at("nodes", "127.0.0.1", "*", "config.ini");
    const byPattern = await chainside(folder, ["lint", "--format", "json", pattern], system);
    const byFolder = await chainside(folder, ["lint", "--format", "json", folder.at("nodes")], system);
    for (const { out, err, code } of [byPattern, byFolder]) {
      assert.equal(code, 1, err);
      assert.match(out, /node1[\\/]+config\.ini/);
    }
    const access = await chainside(folder, ["access", folder.at("nodes", "127.*")], system);
    assert.match(access.out, /node0/, access.err);
  });

  it("makes a key, and says who may read it there", async () => {
    using folder = new Folder();
    const reported = await chainside(folder, ["account", "new", "--out", "keys\\"]);
    assert.equal(reported.code, 0, reported.err);
    assert.match(reported.err, /On Windows a key file has no permissions of its own/);
    const listed = await chainside(folder, ["account", "list", String.raw`keys\*`]);
    assert.match(listed.out, /0x[0-9a-fA-F]{40}/, listed.err);
  });
});

describe("the embedded chain", { timeout }, () => {
  it("keeps its blocks over a restart, and its directory for itself", async () => {
    using folder = new Folder();
    const data = ["--data", "data"];
    {
      await using chain = await RunningChain.start(folder, ...data);
      assert.equal(await chain.rpc("getBlockNumber", "group0", ""), 0);
      await assert.rejects(RunningChain.start(folder, ...data), /uses the data directory/);
    }
    await using again = await RunningChain.start(folder, ...data);
    assert.equal(await again.rpc("getBlockNumber", "group0", ""), 0);
  });

  it("empties no other file by a second name of it", async () => {
    using folder = new Folder({ "precious.txt": "words", "data/x": "" });
    linkSync(folder.at("precious.txt"), folder.at("data", "lock"));
    await assert.rejects(RunningChain.start(folder, "--data", "data"), /hard link/);
    assert.equal(folder.read("precious.txt"), "words");
  });

  it("takes deployments and calls, with TLS too", async () => {
    using folder = new Folder(project);
    await using chain = await RunningChain.start(folder);
    const target = ["--url", chain.url, "--key", "dev0"];
    const deployed = await chainside(folder, ["deploy", String.raw`src\Coin.sol:Coin`, ...target, ...solc]);
    const address = /0x[0-9a-fA-F]{40}/.exec(deployed.out)?.[0] ?? "";
    assert.equal(deployed.code, 0, deployed.err);
    const sent = await chainside(folder, ["send", address, "mint", "3", ...target]);
    assert.equal(sent.code, 0, sent.err);
    const read = await chainside(folder, ["call", address, "total", "--url", chain.url]);
    assert.match(read.out, /\b3\b/, read.err);
    await using secure = await RunningChain.start(folder, "--tls", "tls");
    const probed = await chainside(folder, ["probe", secure.url, "--sdk", String.raw`tls\sdk`]);
    assert.equal(probed.code, 0, probed.out + probed.err);
  });
});

/** A path as VS Code writes it in an address. */
const editorUri = (path: string): string =>
  pathToFileURL(path)
    .href.replace(/^file:\/\/\/([A-Za-z]):/, (_, letter: string) => `file:///${letter.toLowerCase()}%3A`)
    .replaceAll("(", "%28")
    .replaceAll(")", "%29")
    .replaceAll("+", "%2B");

async function languageServer(folder: Folder): Promise<Talker> {
  const talker = new Talker("languageServer", folder, "--stdio");
  const uri = editorUri(folder.path);
  talker.say({
    jsonrpc: "2.0",
    id: 1,
    method: "initialize",
    params: { processId: null, rootUri: uri, workspaceFolders: [{ uri, name: "w" }], capabilities: {} },
  });
  await talker.hear("initialize", ({ id }) => id === 1);
  talker.say({ jsonrpc: "2.0", method: "initialized", params: {} });
  return talker;
}

interface Published {
  readonly uri: string;
  readonly diagnostics: readonly unknown[];
}
const published = ({ method, params }: Readonly<Record<string, unknown>>): Published | undefined =>
  method === "textDocument/publishDiagnostics" ? (params as Published) : undefined;

const openDocument = (talker: Talker, path: string): string => {
  const uri = editorUri(path);
  const textDocument = { uri, languageId: "fisco-ini", version: 1, text: readFileSync(path, "utf8") };
  talker.say({ jsonrpc: "2.0", method: "textDocument/didOpen", params: { textDocument } });
  return uri;
};

describe("the language server", { timeout }, () => {
  it("finds what is wrong in files that are open and closed, each once", async () => {
    using folder = new Folder(nodeFolders(2, () => "[certificate_blacklist]\n    crl.0=zz\n"));
    folder.write("nodes/127.0.0.1/node1/nodes.json", '{"nodes":["127.0.0.1:80"]}');
    await using talker = await languageServer(folder);
    for (const name of ["config.ini", "nodes.json"]) {
      const path = folder.at("nodes", "127.0.0.1", "node1", name);
      const closed = pathToFileURL(path).href.toLowerCase();
      const same = (uri: string): boolean => decodeURIComponent(uri).toLowerCase() === decodeURIComponent(closed);
      const first = await talker.hear(`findings of the closed ${name}`, (message) => {
        const { uri = "", diagnostics = [] } = published(message) ?? {};
        return same(uri) && diagnostics.length > 0;
      });
      const before = published(first)?.uri;
      const uri = openDocument(talker, path);
      const report = (where: string | undefined, found: boolean) => (message: Readonly<Record<string, unknown>>) =>
        talker.heard.indexOf(message) > talker.heard.indexOf(first) &&
        published(message)?.uri === where &&
        (published(message)?.diagnostics.length ?? 0) > 0 === found;
      await talker.hear(`findings of the open ${name}`, report(uri, true));
      if (before !== uri) await talker.hear(`that those of the closed ${name} are taken back`, report(before, false));
    }
  });

  it("looks at no other computer for links", async () => {
    using folder = new Folder(
      Object.fromEntries(elsewhere.map((path, i) => [`node${i}/config.ini`, hostileConfig(path)])),
    );
    await using talker = await languageServer(folder);
    for (const [i] of elsewhere.entries()) {
      const uri = openDocument(talker, folder.at(`node${i}`, "config.ini"));
      talker.say({
        jsonrpc: "2.0",
        id: 100 + i,
        method: "textDocument/documentLink",
        params: { textDocument: { uri } },
      });
      const { result } = await talker.hear("links", ({ id }) => id === 100 + i);
      assert.deepEqual(result, []);
    }
    await chainside(folder, ["lint", "."]);
    assert.deepEqual(folder.seen(), []);
  });
});

async function debug(folder: Folder, launch: Readonly<Record<string, unknown>>): Promise<Talker> {
  const talker = new Talker("debugAdapter", folder);
  talker.say({
    seq: 1,
    type: "request",
    command: "initialize",
    arguments: { adapterID: "fisco-bcos", pathFormat: "path", linesStartAt1: true },
  });
  await talker.hear("initialize", ({ type, request_seq: to }) => type === "response" && to === 1);
  talker.say({ seq: 2, type: "request", command: "launch", arguments: { solc: compiler, ...launch } });
  return talker;
}

describe("the debug adapter", { timeout }, () => {
  it("stops where a breakpoint is in a test's source", async () => {
    using folder = new Folder(project);
    const test = { file: String.raw`test\Coin.t.sol`, contract: "CoinTest", function: "test_mint" };
    await using talker = await debug(folder, { folder: folder.path, test, stopOnEntry: false });
    await talker.hear("initialized", ({ event }) => event === "initialized");
    const source = { path: folder.at("src", "Coin.sol").replace(/^[A-Z]:/, (drive) => drive.toLowerCase()) };
    talker.say({
      seq: 3,
      type: "request",
      command: "setBreakpoints",
      arguments: { source, breakpoints: [{ line: 6 }] },
    });
    talker.say({ seq: 4, type: "request", command: "configurationDone" });
    await talker.hear("a stop", ({ event }) => event === "stopped");
    talker.say({ seq: 5, type: "request", command: "stackTrace", arguments: { threadId: 1 } });
    const { body } = await talker.hear("the stack", ({ request_seq: to, type }) => type === "response" && to === 5);
    const [top] = (body as { stackFrames: { line: number; source?: { path?: string } }[] }).stackFrames;
    assert.equal(top?.line, 6);
    assert.equal(top?.source?.path?.toLowerCase(), folder.at("src", "Coin.sol").toLowerCase());
    assert.deepEqual(folder.seen(), []);
  });

  it("opens nothing of another computer", async () => {
    using folder = new Folder(project);
    const test = { contract: "CoinTest", function: "test_mint" };
    const [share = "", , , long = ""] = elsewhere;
    for (const launch of [
      { folder: folder.path, test: { ...test, file: share } },
      { folder: long, test: { ...test, file: "x.t.sol" } },
      { folder: folder.path, test: { ...test, file: "NUL" } },
    ]) {
      await using talker = await debug(folder, launch);
      await talker.hear("a refusal", ({ request_seq: to, success }) => to === 2 && success === false);
    }
    assert.deepEqual(folder.seen(), []);
  });
});

describe("a project that somebody sent", { timeout }, () => {
  it("makes nobody look at another computer or a device, whatever is done with it", async () => {
    using folder = new Folder(hostileProject);
    writeFileSync(
      folder.at("hardhat.config.js"),
      `module.exports = { paths: { sources: ${JSON.stringify(elsewhere[0])} } };\n`,
    );
    const compiled = await chainside(folder, ["compile", "src", ...solc]);
    assert.match(compiled.out, /src\/Coin\.sol: Coin/, compiled.err);
    assert.match(compiled.out, /src\/Far\.sol: not compiled/);
    const tested = await chainside(folder, ["test", ...solc]);
    assert.match(tested.out, /✓ test_exists\(\)/, tested.out + tested.err);
    const run = await chainside(folder, ["run", "far.chain.yaml"]);
    assert.match(run.err + run.out, /lies on another computer or is a device/);
    await chainside(folder, ["run", "--check", "far.chain.yaml"]);
    assert.deepEqual(folder.seen(), []);
  });

  it("is looked at as far as it goes: the watch itself works", async () => {
    using folder = new Folder();
    await chainside(folder, ["compile", join("\\\\server.invalid", "share", "x.sol")]);
    assert.notDeepEqual(folder.seen(), []);
  });
});
