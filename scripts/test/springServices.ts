import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { ApplicationKind, ApplicationRequest } from "../../src/applications/newApplication/base/application";
import { newApplication } from "../../src/applications/newApplication/newApplication";
import { hexToBytes } from "../../src/crypto/bytes/hex";
import { exportKeyFile } from "../../src/crypto/keyFiles/exportKeyFile";
import { type DevChain, startDevChain } from "../../src/devchain/startDevChain";
import { keepText } from "../../test/support/secretEvidence";
import { root } from "../lint/sources";
import { shortLived } from "./javaOptions";
import type { SuiteResult } from "./process";

/** A built service. */
export interface BuiltService {
  readonly kind: ApplicationKind;
  readonly jar: string;
  readonly request: ApplicationRequest;
}

const password = "three words of it";

type Security = "tls" | "smTls";

/** What a service answered. */
interface Answer {
  readonly status: number;
  readonly body: unknown;
}

/** A service that runs. */
class Running {
  readonly #process: ChildProcess;
  readonly url: string;
  /** What the service made at its start, for callers who have something signed. */
  readonly token: string;

  private constructor(process: ChildProcess, url: string, token: string) {
    this.#process = process;
    this.url = url;
    this.token = token;
  }

  static async start(jar: string, folder: string, env: NodeJS.ProcessEnv): Promise<Running> {
    const options = { cwd: folder, env: { ...process.env, ...env, SERVER_PORT: "0" } };
    const child = spawn("java", [...shortLived, "-jar", jar], { ...options, stdio: ["ignore", "pipe", "pipe"] });
    let message = "";
    const url = await new Promise<string>((done, failed) => {
      const listen = (chunk: Buffer): void => {
        keepText("spring", chunk.toString());
        message += chunk.toString();
        const found = /Tomcat started on port(?:\(s\):)? (\d+)/.exec(message);
        if (found) done(`http://127.0.0.1:${found[1]}`);
      };
      for (const stream of [child.stdout, child.stderr]) stream.on("data", listen);
      child.once("close", () => failed(new Error(message.slice(-4000))));
    });
    return new Running(child, url, readFileSync(join(folder, "api-token"), "utf8").trim());
  }

  async ask(path: string, body?: unknown, token = this.token): Promise<Answer> {
    const text = typeof body === "string" ? body : JSON.stringify(body);
    const shown = token === "" ? {} : { authorization: `Bearer ${token}` };
    const headers = { "content-type": "application/json", ...shown };
    const posted = body === undefined ? {} : { method: "POST", headers, body: text };
    const response = await fetch(`${this.url}${path}`, posted);
    const given = await response.text();
    return { status: response.status, body: given.startsWith("{") ? (JSON.parse(given) as unknown) : given };
  }

  end(): Promise<void> {
    return new Promise((done) => {
      this.#process.once("close", () => done());
      this.#process.kill();
    });
  }
}

/** Whether all that is expected is there; texts may be parts. */
function has(found: unknown, expected: unknown): boolean {
  if (expected instanceof RegExp) return typeof found === "string" && expected.test(found);
  if (Array.isArray(expected))
    return (
      Array.isArray(found) && found.length === expected.length && expected.every((each, at) => has(found[at], each))
    );
  if (typeof expected !== "object" || expected === null) return found === expected;
  return Object.entries(expected).every(([name, value]) =>
    has((found as Record<string, unknown> | null)?.[name], value),
  );
}

/** Counts what was as it has to be. */
class Checks {
  readonly result = { passed: 0, failed: 0 };
  readonly #what: string;

  constructor(what: string) {
    this.#what = what;
  }

  expect(title: string, found: unknown, expected: unknown): void {
    if (has(found, expected)) this.result.passed++;
    else {
      this.result.failed++;
      console.log(`${this.#what}: ${title}: ${JSON.stringify(found)?.slice(0, 1000)}`);
    }
  }
}

const references = (value: unknown): string[] => {
  if (typeof value !== "object" || value === null) return [];
  const own = (value as { $ref?: unknown }).$ref;
  return [...(typeof own === "string" ? [own] : []), ...Object.values(value).flatMap(references)];
};

type Json = Readonly<Record<string, unknown>>;
const at = (value: unknown, ...path: readonly string[]): unknown =>
  path.reduce((found, name) => (found as Json | undefined)?.[name], value);

/** The OpenAPI page has what the contracts declare: a route for each function, with its parameters in their types. */
async function checkOpenApi(service: Running, { contracts }: ApplicationRequest, checks: Checks): Promise<void> {
  const { body: page } = await service.ask("/v3/api-docs");
  for (const reference of new Set(references(page)))
    checks.expect(reference, typeof at(page, ...reference.slice(2).split("/")), "object");
  const paths = Object.keys((at(page, "paths") ?? {}) as Json);
  for (const { artifact } of contracts) {
    const declared = artifact.abi.filter((each) => (each as { type?: unknown }).type === "function") as {
      name: string;
      inputs: readonly { name: string; type: string }[];
      stateMutability: string;
    }[];
    const routes = paths.filter((path) => path.startsWith(`/api/${artifact.name}/`) && !path.endsWith("/simulate"));
    checks.expect(`routes of ${artifact.name}`, routes.length, declared.length);
    for (const { name, inputs, stateMutability } of declared) {
      const reads = /view|pure/.test(stateMutability);
      const names = inputs.map((each, index) => each.name || `param${index}`);
      const fits = routes.some((path) => {
        const route = path.slice(path.lastIndexOf("/") + 1);
        if (!route.startsWith(name) || !/^[0-9]*$/.test(route.slice(name.length))) return false;
        if (reads === paths.includes(`${path}/simulate`)) return false;
        const schema = at(page, "paths", path, "post", "requestBody", "content", "application/json", "schema", "$ref");
        if (names.length === 0) return schema === undefined;
        const properties = at(page, ...String(schema).slice(2).split("/"), "properties") as Json | undefined;
        return Object.keys(properties ?? {}).join() === names.join();
      });
      checks.expect(`${artifact.name}.${name}(${names.join()})`, fits, true);
    }
  }
  const item = at(page, "components", "schemas", "Kiosk.Item");
  checks.expect("a struct", item, {
    type: "object",
    properties: {
      id: { type: "string", pattern: /^\^/, description: "uint64" },
      prices: { type: "array", items: { description: "uint256" } },
    },
    required: ["id", "name", "owner", "prices"],
  });
  checks.expect("the page", (await service.ask("/swagger-ui/index.html")).status, 200);
}

const owner = `0x${"ab".repeat(20)}`;
const item = { id: "7", name: "tea", owner, prices: ["3", 5, (2n ** 256n - 1n).toString()] };
const stored = { ...item, prices: ["3", "5", (2n ** 256n - 1n).toString()] };

/** Calls, transactions, and all that is refused. */
async function checkRoutes(service: Running, checks: Checks): Promise<void> {
  const ask = async (title: string, path: string, body: unknown, status: number, expected: unknown): Promise<void> =>
    checks.expect(title, await service.ask(path, body), { status, body: expected });
  const error = (code: string, more: object = {}): object => ({ error: { code, ...more } });
  await ask("health", "/actuator/health", undefined, 200, { status: "UP" });
  await ask("a call", "/api/Kiosk/label", undefined, 200, { result: "corner" });
  const foreign = await fetch(`${service.url}/api/Kiosk/label`, { headers: { origin: "http://evil.example" } });
  checks.expect("a page of another site", foreign.status, 403);
  for (const wrong of ["", "x", `${service.token}0`])
    checks.expect("a transaction without the token", await service.ask("/api/Kiosk/stock", { item }, wrong), {
      status: 401,
      body: error("noToken"),
    });
  await ask("a dry run", "/api/Kiosk/stock/simulate", { item }, 200, { result: /^\d+$/ });
  await ask("a transaction", "/api/Kiosk/stock", { item }, 200, {
    transactionHash: /^0x[0-9a-f]{64}$/,
    blockNumber: /^\d+$/,
    result: /^\d+$/,
    events: [
      { event: "Stocked(uint64,string,address,uint256[])", values: { id: "7", name: /^0x[0-9a-f]{64}$/, owner } },
      { event: "Quiet(uint256)", values: { number: /^\d+$/ } },
    ],
  });
  await ask("a struct", "/api/Kiosk/find", { id: "7" }, 200, { result: stored });
  await ask("structs beside a value", "/api/Kiosk/find2", { ids: ["7", "7"] }, 200, {
    result: { found: [stored, stored], complete: true },
  });
  await ask("several values", "/api/Kiosk/divide", { a: "-9", b: "2" }, 200, {
    result: { quotient: "-4", tag: /^0x71756f7469656e74(00){24}$/ },
  });
  await ask("a payable function", "/api/Kiosk/pay", {}, 200, { events: [{ values: { amount: "0" } }] });
  const nothing = {
    name: "OutOfStock",
    signature: "OutOfStock(uint64,string)",
    values: { id: "9", name: "nothing there" },
  };
  await ask("an error of the contract", "/api/Kiosk/find", { id: "9" }, 422, error("reverted", { error: nothing }));
  const refused = error("failed", { message: /a label is needed/ });
  await ask("a reason of a transaction", "/api/Kiosk/setLabel", { newLabel: "" }, 422, refused);
  await ask("a reason of a dry run", "/api/Kiosk/setLabel/simulate", { newLabel: "" }, 422, refused);
  await ask("a panic", "/api/Kiosk/broken", undefined, 422, error("failed"));
  const wrong = (place: string, message: RegExp): object => error("wrongValue", { place, message });
  const stock = "/api/Kiosk/stock";
  const without = { id: "1", name: "tea", owner };
  const cases: readonly (readonly [string, unknown, string, RegExp])[] = [
    [stock, {}, "", /lacks the member item/],
    [stock, { item, more: 1 }, "", /has no member more/],
    [stock, [], "", /must be an object with the members item/],
    [stock, { item: without }, "item", /lacks the member prices/],
    [stock, { item: { ...item, id: "x" } }, "item.id", /must be an integer of uint64/],
    [stock, { item: { ...item, id: 1.5 } }, "item.id", /must be an integer of uint64/],
    [stock, { item: { ...item, id: (2n ** 64n).toString() } }, "item.id", /must be an integer of uint64/],
    [stock, { item: { ...item, id: null } }, "item.id", /must be an integer of uint64/],
    [stock, { item: { ...item, owner: "0x1" } }, "item.owner", /must be an address/],
    [stock, { item: { ...item, name: 5 } }, "item.name", /must be a text/],
    [stock, { item: { ...item, prices: ["1", "-1"] } }, "item.prices[1]", /must be an integer of uint256/],
    [stock, { item: { ...item, prices: {} } }, "item.prices", /must be a list/],
    ["/api/Kiosk/find2", { ids: ["1"] }, "ids", /must be a list of 2/],
  ];
  for (const [path, body, place, message] of cases)
    await ask(`${place} ${message.source}`, path, body, 400, wrong(place, message));
  await ask("no JSON", stock, "{", 400, error("wrongBody"));
  await ask("no address", "/api/List/chain/simulate", {}, 404, error("notDeployed"));
}

async function tlsFiles(folder: string, security: Security) {
  const file = (name: string): string => join(folder, "sdk", `${security === "smTls" ? "sm_" : ""}${name}`);
  const own = { ca: file("ca.crt"), cert: file("sdk.crt"), key: file("sdk.key") };
  return security === "smTls" ? { ...own, enCert: file("ensdk.crt"), enKey: file("ensdk.key") } : own;
}

/** The contract on the chain, compiled and deployed by the command line. */
function deployKiosk({ url }: DevChain, folder: string): Promise<string> {
  const cli = [join(root, "dist/cli.js"), "deploy", join(root, "test/fixtures/contracts/Kiosk.sol:Kiosk"), "corner"];
  const words = ["--key", "dev0", "--url", url, "--sdk", join(folder, "sdk"), "--yes", "--json"];
  const child = spawn(process.execPath, [...cli, ...words], { stdio: ["ignore", "pipe", "inherit"] });
  let message = "";
  child.stdout.on("data", (chunk: Buffer) => {
    message += chunk.toString();
  });
  return new Promise((done, failed) =>
    child.once("close", () => {
      const address = /"contractAddress":"(0x[0-9a-f]{40})"/i.exec(message)?.[1];
      if (address === undefined) failed(new Error(`deploy: ${message}`));
      else done(address);
    }),
  );
}

/** Services on a chain with TLS and on one with SM TLS: asked over HTTP, with an account from a key file, and where nothing answers. */
export async function askServices(services: readonly BuiltService[], scratch: string): Promise<SuiteResult> {
  const total = { passed: 0, failed: 0 };
  for (const security of ["tls", "smTls"] as const) {
    const place = join(scratch, security);
    const suite = security === "smTls" ? "sm" : "standard";
    const chain = await startDevChain({ suite, ...(security === "tls" ? { tls: place } : { smTls: place }) });
    const privateKey = hexToBytes(chain.accounts[0]?.privateKey ?? "0x");
    const format = security === "tls" ? "p12" : "pem";
    const key = await exportKeyFile({ format, suite, privateKey, password });
    const keyFile = join(scratch, key.fileName);
    writeFileSync(keyFile, key.content);
    if (key.publicFile) writeFileSync(join(scratch, key.publicFile.fileName), key.publicFile.content);
    const address = await deployKiosk(chain, place);
    const tls = await tlsFiles(place, security);
    let running: Running | undefined;
    try {
      for (const [index, { kind, jar, request }] of services.entries()) {
        const checks = new Checks(`${kind} ${security}`);
        const folder = join(scratch, `${kind}-${security}`);
        mkdirSync(folder);
        const settings = {
          ...request,
          chain: { urls: [chain.url], group: "group0", tls },
          addresses: { Kiosk: address },
        };
        const properties = newApplication(settings).find(({ path }) => path === "chain.properties");
        writeFileSync(join(folder, "chain.properties"), properties?.text ?? "");
        running = await Running.start(jar, folder, { ACCOUNT_KEY_FILE: keyFile, ACCOUNT_PASSWORD: password });
        await checkRoutes(running, checks);
        await checkOpenApi(running, request, checks);
        if (index === services.length - 1) {
          await chain.close();
          const gone = { status: 503, body: { error: { code: "unreachable" } } };
          checks.expect("a call without a node", await running.ask("/api/Kiosk/label"), gone);
          checks.expect("a transaction without a node", await running.ask("/api/Kiosk/pay", {}), gone);
          checks.expect("health without a node", await running.ask("/actuator/health"), { status: 503 });
        } else if (security === "tls") {
          await running.end();
          running = await Running.start(jar, folder, { ACCOUNT_KEY_FILE: undefined });
          const refused = { status: 403, body: { error: { code: "noAccount" } } };
          checks.expect("no account", await running.ask("/api/Kiosk/pay", {}), refused);
          checks.expect("a call without an account", await running.ask("/api/Kiosk/label"), { status: 200 });
        }
        await running.end();
        running = undefined;
        const { passed, failed } = checks.result;
        console.log(`new application ${kind}, ${security}: ${passed} of ${passed + failed}`);
        total.passed += passed;
        total.failed += failed;
      }
    } finally {
      await running?.end();
      await chain.close();
    }
  }
  return total;
}
