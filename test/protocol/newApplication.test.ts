// What `chainside new application` writes in TypeScript: a service, built, tested by its own tests, and asked over HTTP; a page, built and
// tested (test/ui/browserApplication.test.ts opens one).
import { spawn } from "node:child_process";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { get } from "node:http";
import { tmpdir } from "node:os";
import { delimiter, dirname, join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ApplicationKind, ApplicationRequest } from "../../src/applications/newApplication/base/application";
import { newApplication } from "../../src/applications/newApplication/newApplication";
import { pinned } from "../../src/applications/newApplication/typescript/typescriptApplication";
import { readJsonArtifact } from "../../src/chain/artifact/readArtifact";
import { startDevChain } from "../../src/devchain/startDevChain";
import { npmWithoutRegistry, packSdk } from "../support/packedSdk";

const root = resolve(import.meta.dirname, "../..");
const kioskFile = join(root, "test/fixtures/artifacts/contracts/Kiosk.sol/Kiosk.json");

/** Code that stops at once, whatever it is called with. */
const stopping = "600160005260016000f3";

const pair = {
  name: "pair",
  type: "tuple[2][]",
  components: [
    { name: "class", type: "int48" },
    { name: "new", type: "bytes3[]" },
  ],
};
const hard = [
  { type: "constructor", inputs: [pair], stateMutability: "nonpayable" },
  { type: "function", name: "new", inputs: [pair, { name: "", type: "bool" }], outputs: [], stateMutability: "view" },
  { type: "function", name: "new", inputs: [{ name: "", type: "uint8" }], outputs: [], stateMutability: "view" },
  { type: "function", name: "delete", inputs: [], outputs: [], stateMutability: "payable" },
  { type: "function", name: "constructor", inputs: [pair], outputs: [pair], stateMutability: "nonpayable" },
];

/** Who asks a service on this machine, by the headers that a browser sends, and whether it is heard. */
const askers: readonly (readonly [who: string, headers: Readonly<Record<string, string>>, isHeard: boolean])[] = [
  ["a program", {}, true],
  ["a program by another name of this machine", { host: "localhost:3000" }, true],
  ["its own page", { "sec-fetch-site": "same-origin", origin: "http://127.0.0.1:5173" }, true],
  ["the address bar", { "sec-fetch-site": "none" }, true],
  ["another site's page", { "sec-fetch-site": "cross-site", origin: "http://evil.example" }, false],
  ["a page of another port", { "sec-fetch-site": "same-site", origin: "http://127.0.0.1:8000" }, false],
  ["another site's page in an older browser", { origin: "http://evil.example" }, false],
  ["a page without an origin", { origin: "null" }, false],
  ["this machine by its other address", { host: "[::1]:3000" }, true],
  ["a page of another port in an older browser", { origin: "http://127.0.0.1:8000" }, false],
  ["a site whose name begins as this machine's", { host: "localhost.evil.example:3000" }, false],
  ["a site whose name begins as an address", { host: "127.0.0.1.evil.example" }, false],
  ["a name below this machine's", { host: "evil.localhost:3000", "sec-fetch-site": "same-origin" }, false],
  ["a site behind a name that is forwarded", { host: "evil.example", "x-forwarded-host": "localhost" }, false],
  ["a name behind this machine's", { host: "localhost@evil.example" }, false],
  ["a site that named this address as its own", { host: "evil.example:3000", "sec-fetch-site": "same-origin" }, false],
];

const statusFor = (url: string, headers: Readonly<Record<string, string>>): Promise<number | undefined> =>
  new Promise((done, failed) => {
    get(url, { headers }, (response) => {
      response.resume();
      done(response.statusCode);
    }).on("error", failed);
  });

const runEnvironment = (more: Readonly<Record<string, string>>): NodeJS.ProcessEnv => {
  const { NODE_OPTIONS: _, ...own } = process.env;
  return { ...own, PATH: [join(root, "node_modules/.bin"), process.env["PATH"]].join(delimiter), ...more };
};

/** Runs what `package.json` calls by this name. */
function runScript(app: string, name: string, words = "", more: Readonly<Record<string, string>> = {}) {
  const { scripts } = JSON.parse(readFileSync(join(app, "package.json"), "utf8")) as {
    scripts: Record<string, string>;
  };
  const child = spawn(`${scripts[name]} ${words}`, { cwd: app, env: runEnvironment(more), shell: true });
  let out = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (out += chunk.toString()));
  return new Promise<{ code: number | null; out: string }>((done) => child.on("close", (code) => done({ code, out })));
}

let packed: string;
beforeAll(async () => {
  packed = mkdtempSync(join(tmpdir(), "chainside-packed-"));
  const { tarball } = await packSdk(packed);
  writeFileSync(join(packed, "package.json"), '{"private":true}');
  npmWithoutRegistry(packed, packed, "install", "--silent", "--ignore-scripts", tarball);
});
afterAll(() => rmSync(packed, { recursive: true, force: true }));

/** Writes an application for two contracts, one of which has names that are hard for code. @returns its folder */
function newApplicationIn(folder: string, kind: ApplicationKind): string {
  const app = join(folder, "shop-service");
  const link = (name: string, from: string): void => {
    const place = join(app, "node_modules", name);
    mkdirSync(dirname(place), { recursive: true });
    symlinkSync(from, place, "junction");
  };
  link("chainside", join(packed, "node_modules/chainside"));
  for (const name of Object.keys(pinned)) link(name, join(root, "node_modules", name));
  const kiosk = readJsonArtifact(readFileSync(kioskFile, "utf8"), "Kiosk.json");
  if (!kiosk) throw new Error("Kiosk.json is no artifact");
  const classNamed = { name: "class", abi: hard, bytecode: stopping, libraryNames: {} };
  const origin = { source: "here", files: [] };
  const request: ApplicationRequest = {
    kind,
    build: "maven",
    name: "shop-service",
    packageName: "org.example.shop",
    contracts: [kiosk, classNamed].map((artifact) => ({ artifact, origin })),
    chain: { urls: ["http://127.0.0.1:20200"], group: undefined, tls: undefined },
    addresses: {},
    chainside: "0.0.0-test",
  };
  for (const { path, text } of newApplication(request)) {
    mkdirSync(dirname(join(app, path)), { recursive: true });
    writeFileSync(join(app, path), text);
  }
  return app;
}

describe("a new page", () => {
  let folder: string;
  let app: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "chainside-new-page-"));
    app = newApplicationIn(folder, "browser");
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it("is built, with its types checked", async () => {
    const { code, out } = await runScript(app, "build");
    expect(code, out).toBe(0);
    expect(readdirSync(join(app, "dist"))).toContain("index.html");
  });

  it("passes its own tests on chains of both suites", async () => {
    const { code, out } = await runScript(app, "test");
    expect(code, out).toBe(0);
    expect(Number(/(?:ℹ|#) pass (\d+)/.exec(out)?.[1]), out).toBe(4);
  });
});

describe("a new TypeScript service", () => {
  let folder: string;
  let app: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "chainside-service-"));
    app = newApplicationIn(folder, "typescript");
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const script = (name: string, words?: string, more?: Readonly<Record<string, string>>) =>
    runScript(app, name, words, more);

  it("names the releases that this project is tested with", () => {
    const { devDependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
      devDependencies: Record<string, string>;
    };
    for (const [name, version] of Object.entries(pinned)) expect(devDependencies[name], name).toBe(version);
  });

  it("is built with its page", async () => {
    const { code, out } = await script("build");
    expect(code, out).toBe(0);
    expect(readdirSync(join(app, "dist/page"))).toContain("index.html");
  });

  it("passes its own tests", async () => {
    const { code, out } = await script("test");
    expect(code, out).toBe(0);
    expect(Number(/(?:ℹ|#) pass (\d+)/.exec(out)?.[1]), out).toBeGreaterThan(15);
  });

  it.each(["tls", "smTls"] as const)("deploys, reads, writes and refuses on a chain with %s", async (kind) => {
    const place = join(folder, kind);
    const suite = kind === "smTls" ? "sm" : "standard";
    const chain = await startDevChain({ suite, ...(kind === "tls" ? { tls: place } : { smTls: place }) });
    const key = join(folder, `${kind}.key`);
    writeFileSync(key, chain.accounts[0]?.privateKey ?? "");
    const prefix = kind === "smTls" ? "sm_" : "";
    const file = (name: string): string => join(place, "sdk", `${prefix}${name}`);
    const tls = {
      ...{ ca: file("ca.crt"), cert: file("sdk.crt"), key: file("sdk.key") },
      ...(kind === "smTls" ? { enCert: file("ensdk.crt"), enKey: file("ensdk.key") } : {}),
    };
    const settings = join(folder, `${kind}.json`);
    const more = {
      CHAIN_SETTINGS: settings,
      ACCOUNT_KEY_FILE: key,
      PORT: "0",
      HOST: kind === "tls" ? "0.0.0.0" : "127.0.0.1",
    };
    const write = (contracts: object): void =>
      writeFileSync(settings, JSON.stringify({ url: [chain.url], group: null, tls, contracts }));
    write({});
    const deployed = await script("deploy", `Kiosk '["corner"]'`, more);
    expect(deployed.code, deployed.out).toBe(0);
    const address = deployed.out.trim();
    expect(address).toMatch(/^0x[0-9a-f]{40}$/);
    write({ Kiosk: address });
    const service = spawn(process.execPath, ["dist/src/main.js"], { cwd: app, env: runEnvironment(more) });
    let message = "";
    const url = await new Promise<string>((done, failed) => {
      service.stderr.on("data", (chunk: Buffer) => (message += chunk.toString()));
      service.stdout.on("data", (chunk: Buffer) => {
        message += chunk.toString();
        const found = /http:\/\/\S+/.exec(message);
        // it listens on all addresses, and is asked on this machine, as a container with a published port is
        if (found) done(found[0].replace("0.0.0.0", "127.0.0.1"));
      });
      service.on("close", () => failed(new Error(message)));
    });
    const token = () => readFileSync(join(app, "api-token"), "utf8").trim();
    const ask = async (path: string, body?: unknown, shown = token()) => {
      const headers = { "content-type": "application/json", authorization: `Bearer ${shown}` };
      const posted = body === undefined ? {} : { method: "POST", headers, body: JSON.stringify(body) };
      const response = await fetch(`${url}${path}`, posted);
      return { status: response.status, body: (await response.json()) as Record<string, unknown> };
    };
    try {
      expect(await ask("/api/Kiosk/label")).toEqual({ status: 200, body: { result: "corner" } });
      const item = { id: "1", name: "tea", owner: address, prices: ["3", 5] };
      const tried = await ask("/api/Kiosk/stock/simulate", { item });
      expect(tried).toEqual({ status: 200, body: { result: "1" } });
      const stocked = await ask("/api/Kiosk/stock", { item });
      expect(stocked).toMatchObject({ status: 200, body: { result: "1", events: [{ eventName: "Stocked" }, {}] } });
      expect((await ask("/api/Kiosk/stock", { item: { ...item, id: "x" } })).status).toBe(400);
      expect((await ask("/api/Kiosk/stock", {})).status).toBe(400);
      for (const path of ["/api/Kiosk/stock", "/api/Kiosk/stock/simulate"])
        for (const wrong of ["", "x", `${token()}0`, token().slice(0, -1), token().toUpperCase(), `x ${token()}`])
          expect((await ask(path, { item }, wrong)).status).toBe(401);
      for (const headers of [
        { authorization: `Basic ${token()}` },
        { cookie: `token=${token()}` },
        { "x-token": token() },
      ]) {
        const posted = { method: "POST", headers: { "content-type": "application/json", ...headers }, body: "{}" };
        expect((await fetch(`${url}/api/Kiosk/stock?token=${token()}&authorization=${token()}`, posted)).status).toBe(
          401,
        );
      }
      if (process.platform !== "win32") expect(statSync(join(app, "api-token")).mode & 0o777).toBe(0o600);
      expect((await ask("/api/Kiosk/broken")).status).toBe(422);
      expect((await ask("/api")).body).toMatchObject({ contracts: [{ name: "Kiosk", address }, { address: null }] });
      expect((await fetch(`${url}/`)).headers.get("content-type")).toContain("text/html");
      const hears = await Promise.all(askers.map(([, headers]) => statusFor(`${url}/api/Kiosk/label`, headers)));
      expect(hears.map((status, at) => [askers[at]?.[0], status === 200])).toEqual(
        askers.map(([who, , isHeard]) => [who, isHeard]),
      );
    } finally {
      const ended = new Promise((done) => service.once("close", done));
      service.kill();
      await ended;
      await chain.close();
    }
  });

  it("has tests that fail when a route goes wrong", async () => {
    const route = join(app, "src/routes/Kiosk.ts");
    const right = readFileSync(route, "utf8");
    writeFileSync(route, right.replace("() => contract.read.label()", '() => Promise.resolve("other")'));
    const { code, out } = await script("test");
    writeFileSync(route, right);
    expect(code, out).toBe(1);
    // as TAP, or as Node.js 23 and later tell it
    expect(out).toMatch(/(?:not ok \d+ - |✖ )Kiosk\.label\(\)/);
  });
});
