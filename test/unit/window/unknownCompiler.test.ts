import { createHash } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { listening } from "../../support/listening";
import { type FakeWindow, openWindow } from "../../support/window/fakeWindow";

/** What a user's registry gives for a compiler: it answers every source with a warning, so that one sees whether it ran. */
const program = `
var output = JSON.stringify({ errors: [{ severity: "warning", type: "Warning", component: "general", message: "I ran", formattedMessage: "I ran" }] });
var Module = {
  _malloc: () => 1, _free() {}, lengthBytesUTF8: () => 1, stringToUTF8() {},
  UTF8ToString: (pointer) => (pointer === 1 ? "0.9.7+commit.00000000" : output),
  _solidity_version: () => 1, _solidity_compile: () => 2,
};
`;
const sha256 = createHash("sha256").update(program).digest("hex");

/** A package with one file, as npm packs it. */
function packed(): Buffer {
  const header = Buffer.alloc(512);
  header.write("package/soljson.js", 0);
  header.write(`${Buffer.byteLength(program).toString(8).padStart(11, "0")} `, 124);
  header.write("ustar", 257);
  const body = Buffer.alloc(Math.ceil(Buffer.byteLength(program) / 512) * 512);
  body.write(program);
  return gzipSync(Buffer.concat([header, body, Buffer.alloc(1024)]));
}

describe("a folder that names a compiler and a registry of its own", () => {
  const tarball = packed();
  const asked: string[] = [];
  const names = ["CHAINSIDE_SOLC_CACHE", "npm_config_registry", "npm_config_userconfig", "DEPLOY_KEY"] as const;
  const before = names.map((name) => [name, process.env[name]] as const);
  let server: Server;
  let workbench: FakeWindow;
  let cache = "";
  beforeAll(async () => {
    server = createServer((request, response) => {
      asked.push(request.url ?? "");
      const integrity = `sha512-${createHash("sha512").update(tarball).digest("base64")}`;
      if (request.url?.endsWith(".tgz")) response.end(tarball);
      else response.end(JSON.stringify({ dist: { integrity } }));
    });
    const registry = `http://127.0.0.1:${await listening(server)}`;
    cache = mkdtempSync(join(tmpdir(), "chainside-unknown-"));
    writeFileSync(join(cache, "user.npmrc"), "registry=http://127.0.0.1:9/\n");
    process.env["CHAINSIDE_SOLC_CACHE"] = join(cache, "solc");
    process.env["npm_config_userconfig"] = join(cache, "user.npmrc");
    process.env["DEPLOY_KEY"] = "s3cret";
    delete process.env["npm_config_registry"];
    workbench = openWindow({
      prepare: (folder) => {
        writeFileSync(join(folder, "foundry.toml"), '[profile.default]\nsolc = "0.9.7"\nsrc = "."\n');
        writeFileSync(join(folder, ".npmrc"), `registry=${registry}/\${DEPLOY_KEY}\n`);
        writeFileSync(
          join(folder, "A.sol"),
          "// SPDX-License-Identifier: MIT\npragma solidity >=0.8.0;\n\ncontract A {}\n",
        );
      },
    });
    await workbench.view("FISCO BCOS");
    await workbench.openFile("A.sol");
  });
  afterAll(async () => {
    await workbench?.close();
    for (const [name, value] of before) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
    rmSync(cache, { recursive: true, force: true });
    await new Promise((done) => server.close(done));
  });
  const report = (): string[] =>
    (workbench.documents.diagnostics.get(join(workbench.folder, "A.sol")) ?? []).map(({ message }) => message);

  it("sends nothing there and runs nothing, unless a person allows both; each is asked once", async () => {
    const compile = (): Promise<void> => workbench.command("Compile Solidity File");
    await compile();
    await workbench.dialog("Use this folder's .npmrc to download compilers?").waitFor();
    workbench.escape();
    await workbench.ended();
    expect(asked).toEqual([]);
    await expect.poll(report).toEqual([expect.stringContaining("your own npm configuration doesn't get it")]);

    await compile();
    await workbench.dialog("Use this folder's .npmrc").press("Use This .npmrc");
    const unknown = workbench.dialog("Run a Solidity compiler that Chainside doesn't know?");
    expect((await unknown.get()).text).toContain(sha256);
    expect(asked[0]).toBe("/s3cret/solc/0.9.7");
    workbench.escape();
    await workbench.ended();
    await expect.poll(report).toEqual([expect.stringContaining(sha256)]);

    await compile();
    await workbench.dialog("Run a Solidity compiler").press("Allow This Compiler");
    await workbench.ended();
    await expect.poll(report).toEqual(["I ran"]);
    // What was allowed stays so.
    await compile();
    await workbench.ended();
    await expect.poll(report).toEqual(["I ran"]);
  });
});
