import { createHash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterEach, beforeEach, expect, it } from "vitest";
import { compilerFile, readCompiler, sha256Of } from "../../../src/solidity/compilerReleases/admittedCompiler";
import {
  type CompilerFolders,
  compilerAtPath,
  findCompiler,
  workspaceCompiler,
} from "../../../src/solidity/compilerReleases/compilerStore";
import {
  type CompilerConsent,
  keepConsent,
  noConsent,
  readConsent,
} from "../../../src/solidity/compilerReleases/consent";
import { fetchCompiler } from "../../../src/solidity/compilerReleases/fetchCompiler";
import {
  isAllowed,
  type NpmConfig,
  projectNpmrc,
  readNpmConfig,
} from "../../../src/solidity/compilerReleases/npmConfig";
import { releaseOfHash, releases } from "../../../src/solidity/compilerReleases/releases";
import { listening } from "../../support/listening";

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

const program = "// a compiler";
const sha256 = sha256Of(Buffer.from(program));
const tarball = packed("package/soljson.js", program);
const allowing: CompilerConsent = { compilers: [sha256], npmrc: [] };
let server: Server;
let registry = "";
let asked: { url: string | undefined; authorization: string | undefined }[] = [];
let integrity = "";
let folder = "";
let environment: Record<string, string | undefined> = {};

beforeEach(async () => {
  asked = [];
  integrity = `sha512-${createHash("sha512").update(tarball).digest("base64")}`;
  folder = mkdtempSync(join(tmpdir(), "chainside-solc-"));
  server = createServer((request, response) => {
    asked.push({ url: request.url, authorization: request.headers.authorization });
    if (request.url?.startsWith("/solc/-/")) response.end(tarball);
    else if (request.url === "/solc/0.9.5") response.writeHead(503).end("<html>");
    else if (request.url === "/solc/0.9.6") response.end("<html>");
    else if (request.url === "/solc/0.9.7") response.end(JSON.stringify({ dist: { integrity } }));
    else response.writeHead(404).end();
  });
  registry = `http://127.0.0.1:${await listening(server)}`;
  environment = { registry: process.env["npm_config_registry"], user: process.env["npm_config_userconfig"] };
  // No one listens at the user's own registry.
  process.env["npm_config_userconfig"] = join(folder, "user.npmrc");
  delete process.env["npm_config_registry"];
  writeFileSync(join(folder, "user.npmrc"), "registry=http://127.0.0.1:1\n");
});
afterEach(async () => {
  rmSync(folder, { recursive: true });
  for (const [name, value] of [
    ["npm_config_registry", environment["registry"]],
    ["npm_config_userconfig", environment["user"]],
  ] as const) {
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  }
  await new Promise((done) => server.close(done));
});

const config = (): NpmConfig => ({
  registry,
  authorization: "Bearer t",
  proxy: undefined,
  noProxy: "",
  certificates: undefined,
  strictTls: true,
});
const ignore = (): void => undefined;
const cacheIn = (): string => join(folder, "kept");
const places = (more: Partial<CompilerFolders> = {}): CompilerFolders => ({
  cache: cacheIn(),
  workspace: undefined,
  mayFetch: true,
  native: false,
  consent: noConsent,
  ...more,
});
/** The project that a user sent: its `.npmrc` leads to a registry of theirs, with a secret of the environment. */
function project(): string {
  const path = join(folder, "project");
  mkdirSync(path);
  writeFileSync(
    join(path, ".npmrc"),
    `registry=${registry}/\${SECRET}/\n${registry.replace("http:", "")}/:_authToken=\${SECRET}\n`,
  );
  return path;
}

it("gets a compiler that this product doesn't know by what the registry says of it, and doesn't run or keep it", async () => {
  let last = 0;
  const soljson = await fetchCompiler("0.9.7", config(), (received) => {
    last = received;
  });
  expect(soljson.toString()).toBe(program);
  expect(last).toBe(tarball.length);
  expect(asked).toEqual([
    { url: "/solc/0.9.7", authorization: "Bearer t" },
    { url: "/solc/-/solc-0.9.7.tgz", authorization: "Bearer t" },
  ]);
  writeFileSync(join(folder, "user.npmrc"), `registry=${registry}\n`);
  await expect(findCompiler("0.9.7", places())).rejects.toMatchObject({
    code: "compilerUnknown",
    details: { version: "0.9.7", sha256 },
  });
  expect(existsSync(join(cacheIn(), "soljson-0.9.7.js"))).toBe(false);
});

it("refuses what is not the release, whatever the registry says", async () => {
  await expect(fetchCompiler("0.8.30", config(), ignore)).rejects.toMatchObject({ code: "compilerIntegrity" });
  expect(asked.map(({ url }) => url)).toEqual(["/solc/-/solc-0.8.30.tgz"]);
  integrity = "sha512-AAAA";
  await expect(fetchCompiler("0.9.7", config(), ignore)).rejects.toMatchObject({ code: "compilerIntegrity" });
  await expect(fetchCompiler("0.9.8", config(), ignore)).rejects.toMatchObject({ code: "noSuchCompiler" });
  await expect(fetchCompiler("0.9.6", config(), ignore)).rejects.toMatchObject({ code: "compilerIntegrity" });
  await expect(fetchCompiler("0.9.5", config(), ignore)).rejects.toMatchObject({
    code: "compilerOffline",
    details: { reason: "HTTP 503" },
  });
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
  const still = places({ mayFetch: false });
  await expect(findCompiler("0.8.30", still)).rejects.toMatchObject({ code: "compilerNotDownloaded" });
  await expect(findCompiler("0.3.0", still)).rejects.toMatchObject({ code: "noSuchCompiler" });
});

it("keeps a compiler whose hash was allowed, and gives it only to who allows it", async () => {
  writeFileSync(join(folder, "user.npmrc"), `registry=${registry}\n`);
  const found = await findCompiler("0.9.7", places({ consent: allowing }));
  const path = join(cacheIn(), "soljson-0.9.7.js");
  expect(found).toEqual({ version: "0.9.7", path, sha256, native: false });
  expect(readFileSync(found.path, "utf8")).toBe(program);
  expect(await findCompiler("0.9.7", places({ mayFetch: false, consent: allowing }))).toMatchObject({ path });
  await expect(findCompiler("0.9.7", places({ mayFetch: false }))).rejects.toMatchObject({
    code: "compilerNotDownloaded",
  });
});

it("a project's .npmrc sends nothing anywhere, until a person allowed it as it is", async () => {
  const workspace = project();
  process.env["SECRET"] = "s3cret";
  try {
    const npmrc = await projectNpmrc(workspace);
    if (!npmrc) throw new Error("the file wasn't read");
    await expect(findCompiler("0.9.7", places({ workspace, consent: allowing }))).rejects.toMatchObject({
      code: "compilerRegistryNotAllowed",
      details: { file: join(workspace, ".npmrc"), key: npmrc.key },
    });
    expect(asked).toEqual([]);
    expect(await readNpmConfig(undefined)).toMatchObject({ registry: "http://127.0.0.1:1", authorization: undefined });
    const consent = { ...allowing, npmrc: [npmrc.key] };
    await expect(findCompiler("0.9.7", places({ workspace, consent }))).rejects.toMatchObject({
      code: "noSuchCompiler",
    });
    expect(asked[0]?.url).toBe("/s3cret/solc/0.9.7");
    // Another content is another question.
    writeFileSync(npmrc.path, `${npmrc.content}proxy=http://127.0.0.1:2\n`);
    const changed = await projectNpmrc(workspace);
    expect(changed && [isAllowed(changed, consent), isAllowed(changed, { ...consent, npmrc: "any" })]).toEqual([
      false,
      true,
    ]);
  } finally {
    delete process.env["SECRET"];
  }
});

it.each([
  ["of npm", "noproxy = intern.example, 0.0.0.0\n", undefined],
  ["of the environment", "", "0.0.0.0"],
])("a host that needs no proxy is asked without it: %s", async (_, line, variable) => {
  const own = registry.replace("127.0.0.1", "0.0.0.0");
  const user = `registry=${own}\nproxy=http://127.0.0.1:1\n`;
  const environment = { npm_config_userconfig: join(folder, "user.npmrc"), npm_config_noproxy: "", NO_PROXY: variable };
  const read = async (more: string, from = environment): Promise<NpmConfig> => {
    writeFileSync(join(folder, "user.npmrc"), user + more);
    return readNpmConfig(undefined, from);
  };
  expect(String(await fetchCompiler("0.9.7", await read(line), ignore, undefined))).toBe(program);
  const through = await read("", { ...environment, NO_PROXY: "other.example" });
  await expect(fetchCompiler("0.9.7", through, ignore, undefined)).rejects.toThrow();
});

it("a .npmrc that decides nothing of this, or is no file, isn't asked about", async () => {
  const workspace = project();
  const file = join(workspace, ".npmrc");
  writeFileSync(file, "save-exact=true\n; registry=http://x\n");
  expect(await projectNpmrc(workspace)).toBeUndefined();
  if (!existsSync("/dev/zero")) return;
  rmSync(file);
  symlinkSync("/dev/zero", file);
  expect(await projectNpmrc(workspace)).toBeUndefined();
});

it("a compiler that a project brings is only taken by its hash, and never from above the project", async () => {
  const workspace = project();
  const brought = join(workspace, "node_modules/solc");
  mkdirSync(brought, { recursive: true });
  writeFileSync(join(brought, "package.json"), JSON.stringify({ version: "0.8.30" }));
  writeFileSync(join(brought, "soljson.js"), program);
  await expect(findCompiler("0.8.30", places({ workspace }))).rejects.toMatchObject({ code: "compilerUnknown" });
  await expect(compilerAtPath(brought, undefined, noConsent)).rejects.toMatchObject({ code: "compilerUnknown" });
  await expect(compilerAtPath(join(brought, "soljson.js"), undefined, noConsent)).rejects.toMatchObject({
    code: "compilerUnknown",
  });
  expect(await findCompiler("0.8.30", places({ workspace, consent: allowing }))).toMatchObject({
    path: join(brought, "soljson.js"),
  });
  const below = join(workspace, "contracts");
  mkdirSync(below);
  expect(await workspaceCompiler(below)).toBeUndefined();
});

it("what lies in the cache under a release's name is only that release", async () => {
  mkdirSync(cacheIn());
  writeFileSync(join(cacheIn(), "soljson-0.8.30.js"), program);
  await expect(findCompiler("0.8.30", places({ mayFetch: false }))).rejects.toMatchObject({
    code: "compilerNotDownloaded",
  });
});

it("a compiler is compared again whenever it's read", async () => {
  const path = join(folder, "soljson.js");
  writeFileSync(path, program);
  const found = await compilerAtPath(path, undefined, allowing);
  expect((await readCompiler(found)).bytes.toString()).toBe(program);
  writeFileSync(path, "// another one");
  await expect(readCompiler(found)).rejects.toMatchObject({ code: "compilerUnknown" });
});

it("knows the hash of every release from 0.4.11 on, and the one that tests use", async () => {
  expect([...releases.keys()].length).toBeGreaterThanOrEqual(91);
  expect([...releases.values()].every((each) => /^[0-9a-f]{64}$/.test(each.soljson))).toBe(true);
  const root = join(import.meta.dirname, "../../..");
  const { version } = JSON.parse(readFileSync(join(root, "node_modules/solc/package.json"), "utf8")) as {
    version: string;
  };
  expect(releaseOfHash((await compilerFile(join(root, "node_modules/solc/soljson.js"))).sha256)).toBe(version);
});

it("keeps what was allowed in the user's folder, and reads nothing else there", async () => {
  await keepConsent(cacheIn(), { compilers: [sha256] });
  await keepConsent(cacheIn(), { npmrc: [sha256], compilers: [sha256] });
  expect(await readConsent(cacheIn())).toEqual({ compilers: [sha256], npmrc: [sha256] });
  writeFileSync(join(cacheIn(), "allowed.json"), '{"compilers":["x",7],"npmrc":"any"}');
  expect(await readConsent(cacheIn())).toEqual(noConsent);
});
