import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { ElicitRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { loaders } from "../../scripts/loaders.mjs";
import { type DevChain, startDevChain } from "../../src/devchain/startDevChain";

const root = resolve(import.meta.dirname, "../..");
const program = join(root, "src/cli/main.ts");

describe("chainside mcp", () => {
  let chain: DevChain;
  let folder: string;
  beforeAll(async () => {
    chain = await startDevChain({ port: 0, sealers: 1, observers: 0, blockIntervalMs: 0, openDev: true });
    folder = mkdtempSync(join(tmpdir(), "chainside-mcp-"));
    mkdirSync(join(folder, "work/contracts"), { recursive: true });
    mkdirSync(join(folder, "work/node0"));
    writeFileSync(join(folder, "work/contracts/Greeter.sol"), "contract Greeter {} // \u001b[2J");
    writeFileSync(
      join(folder, "work/node0/config.ini"),
      "[rpc]\nlisten_port=20200\n[storage_security]\ncipher_data_key=s3cret\n",
    );
    writeFileSync(join(folder, "secret.sol"), "contract Secret { uint256 public constant hidden = 5150; }");
    writeFileSync(
      join(folder, "work/contracts/Counter.sol"),
      "// SPDX-License-Identifier: MIT\npragma solidity ^0.8.20;\ncontract Counter { uint256 public value; function add(uint256 count) external { value += count; } }",
    );
    writeFileSync(
      join(folder, "work/contracts/Prying.sol"),
      'pragma solidity ^0.8.20;\nimport "../../secret.sol";\ncontract Prying is Secret {}',
    );
    symlinkSync(join(folder, "secret.sol"), join(folder, "work/contracts/Link.sol"));
  });
  afterAll(async () => {
    await chain.close();
    rmSync(folder, { recursive: true });
  });

  /** A client of the program, over its pipes, as an assistant's program has it. */
  async function started(args: readonly string[], yes?: boolean): Promise<Client> {
    const client = new Client(
      { name: "test", version: "0" },
      { capabilities: yes === undefined ? {} : { elicitation: {} } },
    );
    if (yes !== undefined)
      client.setRequestHandler(ElicitRequestSchema, () => ({ action: "accept", content: { sign: yes } }));
    await client.connect(
      new StdioClientTransport({
        command: process.execPath,
        args: [...loaders(), program, "mcp", "--url", chain.url, "--log", join(folder, "log/audit.log"), ...args],
        cwd: root,
      }),
    );
    return client;
  }
  const set = (value: string) => ({
    name: "config_change",
    arguments: { operation: "set", fields: { key: "tx_count_limit", value } },
  });

  it("offers tools, resources and prompts over stdin and stdout", async () => {
    const client = await started(["--workspace", join(folder, "work")]);
    const { tools } = await client.listTools();
    const names = tools.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(["about_connection", "node_read"]));
    // without a key nothing can be changed
    expect(names.filter((name) => name.endsWith("_change"))).toEqual([]);
    const signing = await started(["--key", "dev0"]);
    const described = (await signing.listTools()).tools.find(({ name }) => name === "node_change")?.description ?? "";
    await signing.close();
    expect(described).toContain("add-sealer(node, weight)");
    expect(described).toMatch(/[\u4e00-\u9fff]/);
    const { resources } = await client.listResources();
    expect(resources.map(({ uri }) => uri)).toEqual(
      expect.arrayContaining(["chainside://docs/operations", "chainside://workspace/contracts/Greeter.sol"]),
    );
    const read = async (uri: string) => {
      const [content] = (await client.readResource({ uri })).contents;
      return content && "text" in content ? content.text : "";
    };
    expect(await read("chainside://workspace/contracts/Greeter.sol")).toContain("contract Greeter {} // \\u001b[2J");
    expect(await read("chainside://docs/operations")).toContain("## node add-sealer");
    expect(await read("chainside://chain/group0/block/0")).toMatch(/^Untrusted data.*"number": 0/s);
    for (const uri of [
      "chainside://workspace/contracts/Link.sol",
      "chainside://workspace/../secret.sol",
      "chainside://workspace/%2e%2e/secret.sol",
      `chainside://workspace/${encodeURIComponent(join(folder, "secret.sol"))}`,
      "chainside://other/group0/block/0",
      "file:///etc/passwd",
    ]) {
      await expect(read(uri), uri).rejects.toThrow();
    }
    const { prompts } = await client.listPrompts();
    expect(prompts.map(({ name }) => name)).toEqual(["diagnose_transaction", "explain_config", "review_proposal"]);
    const { messages } = await client.getPrompt({ name: "explain_config", arguments: { path: "node0/config.ini" } });
    const message = JSON.stringify(messages);
    expect(message).toContain("listen_port");
    expect(message).not.toContain("s3cret");
    await client.close();
  });

  it("compiles, deploys and looks into what the sources of the workspace say, and reads none outside of it", async () => {
    const client = await started(["--workspace", join(folder, "work"), "--key", "dev0"]);
    const call = async (name: string, operation: string, fields: object, more: object = {}) =>
      (await client.callTool({ name, arguments: { operation, fields, ...more } })).structuredContent as Readonly<
        Record<string, Record<string, unknown>>
      >;
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toContain("source_read");
    const compiled = await call("source_read", "compile", { file: "contracts/Counter.sol" });
    expect(compiled["result"]).toMatchObject({ compiled: true, contracts: [{ name: "Counter" }] });
    const source = "contracts/Counter.sol:Counter";
    const preview = await call("contract_change", "deploy-source", { source }, { preview: true });
    expect(preview).toMatchObject({ status: "preview", preview: { title: "Deploy Counter" } });
    const file = { label: "Source file", value: "Counter.sol" };
    const lines = expect.arrayContaining([file, { label: "Constructor", value: "Counter()" }]);
    expect(preview["preview"]?.["lines"]).toEqual(lines);
    const deployed = await call("contract_change", "deploy-source", { source });
    const contract = String(deployed["result"]?.["contractAddress"]);
    expect(contract).toMatch(/^0x[0-9a-f]{40}$/);
    const added = await call("contract_change", "send", { contract, function: "add", arguments: ["7"] });
    const hash = String(added["result"]?.["transactionHash"]);
    expect(await call("contract_read", "verify", { contract, source })).toMatchObject({ result: { identical: true } });
    const stored = await call("contract_read", "storage", { contract });
    expect(stored["error"] ?? stored["message"]).toBeUndefined();
    expect(stored["result"]?.["variables"]).toMatchObject([{ name: "value", value: "7" }]);
    expect(JSON.stringify(await call("tx_read", "trace", { hash }))).toContain("add");
    expect(JSON.stringify(await call("tx_read", "changes", { hash }))).toContain("value");
    for (const file of ["../secret.sol", join(folder, "secret.sol"), "contracts/Link.sol", "node0/config.ini"]) {
      const reported = await call("source_read", "compile", { file });
      expect(reported, file).toMatchObject({ status: "failed", error: { code: "fileMissing" } });
    }
    const prying = await call("source_read", "compile", { file: "contracts/Prying.sol", code: true });
    expect(prying["result"]).toMatchObject({ compiled: false });
    expect(JSON.stringify(prying)).not.toContain("5150");
    await client.close();
    const without = await started(["--key", "dev0"]);
    const names = (await without.listTools()).tools.map(({ name }) => name);
    expect(names).not.toContain("source_read");
    await without.close();
  });

  it("signs nothing without an account, nor where the client can't ask", async () => {
    const client = await started([]);
    const refused = await client.callTool(set("900"));
    expect(refused.structuredContent).toMatchObject({
      status: "refused",
      message: expect.stringContaining("This connection is read-only"),
    });
    await client.close();
    const unable = await started(["--key", "dev0", "--access", "confirm"]);
    expect((await unable.callTool(set("900"))).structuredContent).toMatchObject({
      status: "refused",
      message: expect.stringContaining("your client can't ask"),
    });
    await unable.close();
  });

  it("asks the person, and writes down what was asked, shown and signed", async () => {
    const no = await started(["--key", "dev0", "--access", "confirm"], false);
    expect((await no.callTool(set("901"))).structuredContent).toMatchObject({ status: "refused" });
    await no.close();
    const yes = await started(["--key", "dev0", "--access", "confirm"], true);
    const done = (await yes.callTool(set("902"))).structuredContent as { transactions: string[] };
    expect(done).toMatchObject({ status: "done", result: { code: 0 } });
    await yes.close();
    const log = readFileSync(join(folder, "log/audit.log"), "utf8");
    expect(log).toContain(`"transaction":"${done.transactions[0]}"`);
    expect(log).toContain("An assistant asks to sign");
    if (process.platform !== "win32") expect(statSync(join(folder, "log/audit.log")).mode & 0o777).toBe(0o600);
  });

  it("plays freely on an embedded chain, on a budget", async () => {
    const client = await started(["--key", "dev0", "--budget", "1"]);
    expect((await client.callTool(set("903"))).structuredContent).toMatchObject({ status: "done" });
    expect((await client.callTool(set("904"))).structuredContent).toMatchObject({
      status: "refused",
      message: "The budget of 1 transactions is used up. The person who starts the tools sets it.",
    });
    await client.close();
  });
});
