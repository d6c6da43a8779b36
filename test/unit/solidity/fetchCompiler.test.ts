import { createHash } from "node:crypto";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterEach, beforeEach, expect, it } from "vitest";
import { findCompiler } from "../../../src/solidity/compilers/compilerStore";
import { fetchCompiler } from "../../../src/solidity/compilers/fetchCompiler";
import { type NpmConfig, readNpmConfig } from "../../../src/solidity/compilers/npmConfig";

/** A package with one file, as npm packs it. */
function packed(name: string, content: string): Buffer {
  const header = Buffer.alloc(512);
  header.write(name, 0);
  header.write(`${Buffer.byteLength(content).toString(8).padStart(11, "0")} `, 124);
  header.write("ustar", 257);
  const body = Buffer.alloc(Math.ceil(Buffer.byteLength(content) / 512) * 512);
  body.write(content);
  return gzipSync(Buffer.concat([header, body, Buffer.alloc(1024)]));
}

const tarball = packed("package/soljson.js", "// a compiler");
let server: Server;
let registry = "";
let asked: { url: string | undefined; authorization: string | undefined }[] = [];
let integrity = "";
let folder = "";

beforeEach(async () => {
  asked = [];
  integrity = `sha512-${createHash("sha512").update(tarball).digest("base64")}`;
  folder = mkdtempSync(join(tmpdir(), "chainside-solc-"));
  server = createServer((request, response) => {
    asked.push({ url: request.url, authorization: request.headers.authorization });
    if (request.url?.startsWith("/solc/-/")) response.end(tarball);
    else if (request.url === "/solc/0.9.7") response.end(JSON.stringify({ dist: { integrity } }));
    else response.writeHead(404).end();
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const address = server.address();
  registry = `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}`;
});
afterEach(async () => {
  rmSync(folder, { recursive: true });
  await new Promise((done) => server.close(done));
});

const config = (): NpmConfig => ({
  registry,
  authorization: "Bearer t",
  proxy: undefined,
  certificates: undefined,
  strictTls: true,
});
const ignore = (): void => undefined;

it("takes a compiler that this product does not know yet by what the registry says of it", async () => {
  let last = 0;
  const soljson = await fetchCompiler("0.9.7", config(), (received) => {
    last = received;
  });
  expect(soljson.toString()).toBe("// a compiler");
  expect(last).toBe(tarball.length);
  expect(asked).toEqual([
    { url: "/solc/0.9.7", authorization: "Bearer t" },
    { url: "/solc/-/solc-0.9.7.tgz", authorization: "Bearer t" },
  ]);
});

it("refuses what is not the release, whatever the registry says", async () => {
  await expect(fetchCompiler("0.8.30", config(), ignore)).rejects.toMatchObject({ code: "compilerIntegrity" });
  expect(asked.map(({ url }) => url)).toEqual(["/solc/-/solc-0.8.30.tgz"]);
  integrity = "sha512-AAAA";
  await expect(fetchCompiler("0.9.7", config(), ignore)).rejects.toMatchObject({ code: "compilerIntegrity" });
  await expect(fetchCompiler("0.9.8", config(), ignore)).rejects.toMatchObject({ code: "noSuchCompiler" });
});

it("says what to do when nothing can be reached, and stops when told to", async () => {
  const nobody = { ...config(), registry: "http://127.0.0.1:1" };
  await expect(fetchCompiler("0.8.30", nobody, ignore)).rejects.toMatchObject({
    code: "compilerOffline",
    details: { version: "0.8.30" },
  });
  const controller = new AbortController();
  controller.abort(new Error("enough"));
  await expect(fetchCompiler("0.8.30", config(), ignore, controller.signal)).rejects.toThrow("enough");
  const places = { cache: folder, workspace: undefined, mayFetch: false };
  await expect(findCompiler("0.8.30", places)).rejects.toMatchObject({ code: "compilerNotDownloaded" });
  await expect(findCompiler("0.3.0", places)).rejects.toMatchObject({ code: "noSuchCompiler" });
});

it("keeps what it fetched, by the user's configuration of npm", async () => {
  const { writeFileSync } = await import("node:fs");
  writeFileSync(
    join(folder, ".npmrc"),
    `registry=${registry}/\n${registry.replace("http:", "")}/:_authToken=\${TOKEN}\n`,
  );
  const npm = await readNpmConfig(folder, { TOKEN: "secret", npm_config_userconfig: join(folder, "none") });
  expect(npm).toMatchObject({ registry, authorization: "Bearer secret" });
  const cache = join(folder, "kept");
  const found = await findCompiler("0.9.7", { cache, workspace: folder, mayFetch: true });
  expect(found).toEqual({ version: "0.9.7", path: join(cache, "soljson-0.9.7.js"), place: "registry" });
  expect(readFileSync(found.path, "utf8")).toBe("// a compiler");
  expect(await findCompiler("0.9.7", { cache, workspace: undefined, mayFetch: false })).toMatchObject({
    place: "cache",
  });
  expect(existsSync(join(cache, "soljson-0.8.30.js"))).toBe(false);
});
