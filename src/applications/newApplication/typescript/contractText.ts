import { type AbiParameter, type AbiShape, mostNumberBits } from "../../../chain/abi/abiType";
import type { ModuleNames } from "../../typescript/moduleNames";
import type { ApplicationContract, ApplicationFunction } from "../base/applicationContract";
import { hasSample, type SampleValue, sampleBody, sampleValue } from "../base/sampleValue";

/** `.label`, `["find(uint64)"]`. */
const memberOf = ({ declared, overloaded }: ApplicationFunction): string =>
  overloaded ? `[${JSON.stringify(declared.signature)}]` : `.${declared.name}`;

/** `src/routes/Kiosk.ts`: a route for each function. */
export function routesText({ module, constant, type }: ModuleNames, { functions }: ApplicationContract): string {
  const routes = functions.map((found) => {
    const { declared, index, reads, route } = found;
    const member = memberOf(found);
    const [taken, given] = declared.inputs.length === 0 ? ["()", "()"] : ["(values)", "(values)"];
    const calls = reads
      ? `    ${taken} => contract.read${member}${given},\n`
      : `    ${taken} => contract.write${member}${given},\n    ${taken} => contract.simulate${member}${given},\n`;
    const call = reads ? "read" : "write";
    return `  // ${declared.signature}\n  api.${call}(\n    ${constant}Abi[${index}],\n    ${JSON.stringify(route)},\n${calls}  );\n`;
  });
  return [
    'import type { ContractApi } from "../api.js";',
    `import { ${constant}Abi, type ${type}Contract } from "../contracts/${module}.js";`,
    "",
    `/** The functions of \`${module}\` as routes. */`,
    `export function ${constant}Routes(api: ContractApi, contract: ${type}Contract): void {`,
    `${routes.join("")}}`,
    "",
  ].join("\n");
}

/** `src/app.ts`: the service without its port. */
export function appText(modules: readonly ModuleNames[]): string {
  const imports = modules.flatMap(({ module, constant }) => [
    `import { ${constant}At } from "./contracts/${module}.js";`,
    `import { ${constant}Routes } from "./routes/${module}.js";`,
  ]);
  const uses = modules.map(
    ({ module, constant }) =>
      `  use(${JSON.stringify(module)}, (api, address) => ${constant}Routes(api, ${constant}At(chain, address)));`,
  );
  return `import { createHash, timingSafeEqual } from "node:crypto";
import fastifyStatic from "@fastify/static";
import { type Address, type Chain, ChainError } from "chainside/sdk";
import { type FastifyInstance, type FastifyReply, type FastifyRequest, fastify } from "fastify";
import { ContractApi, type FunctionDescription } from "./api.js";
${imports.join("\n")}
import type { Addresses } from "./settings.js";

/** A contract as \`GET /api\` tells of it. */
export interface ContractDescription {
  readonly name: string;
  readonly address: string | null;
  readonly functions: readonly FunctionDescription[];
}

/** What the service stands on. */
export interface AppOptions {
  readonly chain: Chain;
  readonly addresses: Addresses;
  /** Folder of the built page. */
  readonly page?: string;
  /** Names beside this machine's own under which the service is asked: \`shop.example\`. */
  readonly hosts?: readonly string[];
  /** What a caller shows who has something signed; without one, nothing is signed for anyone. */
  readonly token?: string;
}

/** Names by which this machine alone is asked. */
export const isLocal = (host: string): boolean =>
  /^(?:localhost|127\\.\\d+\\.\\d+\\.\\d+|\\[::1\\]|::1)(?::\\d+)?$/i.test(host);

/**
 * Whether a page of another site asks: a browser says so (Sec-Fetch-Site, Origin), or asks for a name that the other site chose for
 * this machine, wherever the service listens. What it sends would be signed by the service's account.
 */
function isForeign({ headers }: FastifyRequest, hosts: readonly string[]): boolean {
  const { host = "", origin, "sec-fetch-site": site } = headers;
  const name = host.toLowerCase().replace(/:\\d+$/, "");
  if (!isLocal(host) && !hosts.some((each) => each.toLowerCase() === name)) return true;
  if (site !== undefined) return site !== "same-origin" && site !== "none";
  return origin !== undefined && (!URL.canParse(origin) || new URL(origin).host !== host);
}

const digest = (text: string): Buffer => createHash("sha256").update(text).digest();

/** Whether the header \`Authorization: Bearer …\` has the token. */
function hasToken({ headers }: FastifyRequest, token: string): boolean {
  const shown = /^Bearer +(.+)$/i.exec(headers.authorization ?? "")?.[1] ?? "";
  return token !== "" && timingSafeEqual(digest(shown), digest(token));
}

/** The chain can't be reached: 502. It refuses what was asked: 422. What was asked can't be: 400. */
const statusOf = ({ kind }: ChainError): number => {
  if (kind === "transport" || kind === "tls" || kind === "decode") return 502;
  return kind === "usage" ? 400 : 422;
};

/** The service: routes of all contracts, \`GET /api\`, the page. */
export async function buildApp({ chain, addresses, page, hosts = [], token = "" }: AppOptions): Promise<FastifyInstance> {
  const app = fastify({
    ajv: { customOptions: { coerceTypes: false, removeAdditional: false, allowUnionTypes: true } },
  });
  app.addHook("onRequest", async (request, reply) => {
    if (!isForeign(request, hosts)) return;
    await reply.status(403).send({ error: { kind: "http", code: 403, message: "pages of other sites can't ask" } });
  });
  // JSON has no integers of 256 bits: they are decimal texts
  app.setReplySerializer((payload) =>
    JSON.stringify(payload, (_key, value: unknown) => (typeof value === "bigint" ? String(value) : value)),
  );
  app.setErrorHandler<Error & { statusCode?: number }>((error, _request, reply) => {
    if (error instanceof ChainError) {
      const { kind, code, message, advice } = error;
      return reply.status(statusOf(error)).send({ error: { kind, code, message, advice } });
    }
    const status = error.statusCode ?? 500;
    if (status >= 500) console.error(error);
    const message = status >= 500 ? "internal error" : error.message;
    return reply.status(status).send({ error: { kind: "http", code: status, message } });
  });
  const authorize = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    if (hasToken(request, token)) return;
    const message = "the header Authorization must have the service's token: Bearer TOKEN";
    await reply.status(401).send({ error: { kind: "http", code: 401, message } });
  };
  const contracts: ContractDescription[] = [];
  const use = (name: string, routes: (api: ContractApi, address: Address) => void): void => {
    const address = addresses[name] ?? null;
    const api = new ContractApi(app, name, authorize);
    if (address !== null) routes(api, address);
    contracts.push({ name, address, functions: api.functions });
  };
${uses.join("\n")}
  app.get("/api", () => ({ chain: chain.chainId, group: chain.groupId, contracts }));
  if (page !== undefined) await app.register(fastifyStatic, { root: page });
  return app;
}
`;
}

/** `src/deploy.ts`: `npm run deploy -- Kiosk '["corner"]'`. Undefined where nothing can be deployed. */
export function deployText(
  contracts: readonly { readonly names: ModuleNames; readonly contract: ApplicationContract }[],
): string | undefined {
  const withCode = contracts.filter(({ contract }) => contract.deployable);
  if (withCode.length === 0) return undefined;
  const takesValues = withCode.some(({ contract }) => contract.abi.constructorInputs.length > 0);
  const imports = withCode.map(({ names: { module, constant, type }, contract }) => {
    const values = contract.abi.constructorInputs.length > 0;
    return `import { deploy${type}${values ? `, type ${constant}Abi` : ""} } from "./contracts/${module}.js";`;
  });
  const entries = withCode.map(({ names: { module, constant, type }, contract }) =>
    contract.abi.constructorInputs.length === 0
      ? `  [${JSON.stringify(module)}]: (chain) => deploy${type}(chain, {}),`
      : `  [${JSON.stringify(module)}]: (chain, values) =>\n    deploy${type}(chain, { args: values as ConstructorValues<typeof ${constant}Abi> }),`,
  );
  const types = takesValues ? "type Abi, type AbiConstructorInputs, type AbiValuesOf, type Chain" : "type Chain";
  const valuesType = takesValues
    ? "type ConstructorValues<Source extends Abi> = AbiValuesOf<AbiConstructorInputs<Source>>;\n\n"
    : "";
  return `import { ${types} } from "chainside/sdk";
${imports.join("\n")}
import { connectToChain, readSettings } from "./settings.js";

${valuesType}const deployers: Readonly<Record<string, (chain: Chain, values: readonly unknown[]) => Promise<{ address: string }>>> = {
${entries.join("\n")}
};

const [name = "", values = "[]"] = process.argv.slice(2);
const deployer = Object.hasOwn(deployers, name) ? deployers[name] : undefined;
if (!deployer) {
  console.error(\`npm run deploy -- \${Object.keys(deployers).join("|")} '[VALUES]'\`);
  process.exit(2);
}
const chain = await connectToChain(readSettings());
try {
  const { address } = await deployer(chain, JSON.parse(values) as readonly unknown[]);
  console.log(address);
} finally {
  await chain.close();
}
`;
}

/** A sample as an expression of the SDK's types. */
function expression(shape: AbiShape, value: SampleValue): string {
  if (shape.kind === "integer") return shape.bits > mostNumberBits ? `${value as string}n` : String(value);
  if (shape.kind === "array")
    return `[${(value as readonly SampleValue[]).map((each) => expression(shape.element, each)).join(", ")}]`;
  if (shape.kind === "tuple") {
    if (Array.isArray(value))
      return `[${shape.members.map((member, at) => expression(member.shape, value[at] as SampleValue)).join(", ")}]`;
    const members = shape.members.map(
      (member) =>
        `${member.name}: ${expression(member.shape, (value as Record<string, SampleValue>)[member.name] ?? "")}`,
    );
    return `{ ${members.join(", ")} }`;
  }
  return JSON.stringify(value);
}

const argumentList = (inputs: readonly AbiParameter[]): string =>
  `[${inputs.map(({ shape }) => expression(shape, sampleValue(shape))).join(", ")}]`;

function testOf({ module }: ModuleNames, found: ApplicationFunction): string {
  const { declared, reads, route } = found;
  const { inputs } = declared;
  const path = `/api/${module}/${route}${reads ? "" : "/simulate"}`;
  const given = inputs.length === 0 ? "" : argumentList(inputs);
  const call = reads
    ? `contract.read${memberOf(found)}(${given})`
    : `contract.simulate${memberOf(found)}(${given}).then(({ result }) => result)`;
  const body = inputs.length === 0 ? "undefined" : JSON.stringify(sampleBody(inputs));
  const method = reads && inputs.length === 0 ? "GET" : "POST";
  return `
test(${JSON.stringify(`${module}.${declared.signature}`)}, async () => {
  await sameOutcome(
    { method: "${method}", url: ${JSON.stringify(path)}, body: ${body} },
    () => ${call},
  );
});
`;
}

/** `test/Kiosk.test.ts`: every route gives what the contract gives. */
export function testText(names: ModuleNames, { abi, functions }: ApplicationContract): string {
  const { module, type } = names;
  const inputs = abi.constructorInputs;
  const options = inputs.length === 0 ? "{}" : "{ args: constructorArgs }";
  const args =
    inputs.length === 0
      ? ""
      : `\n/** What the contract is deployed with: change it to values that it takes. */\nconst constructorArgs = ${argumentList(inputs)} as const;\n`;
  const tests = functions.filter(({ declared }) => hasSample(declared.inputs)).map((found) => testOf(names, found));
  return `import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startTestChain, type TestChain } from "chainside/testing";
import type { FastifyInstance } from "fastify";
import { buildApp } from "../src/app.js";
import { deploy${type}, type ${type}Contract } from "../src/contracts/${module}.js";
${args}
let chain: TestChain;
let contract: ${type}Contract;
let app: FastifyInstance;
const token = "of these tests";
const headers = { authorization: "Bearer " + token };

before(async () => {
  chain = await startTestChain();
  contract = await deploy${type}(chain, ${options});
  app = await buildApp({ chain, addresses: { ${JSON.stringify(module)}: contract.address }, token });
});
after(async () => {
  await app?.close();
  await chain?.close();
});

interface Call {
  readonly method: "GET" | "POST";
  readonly url: string;
  readonly body: object | undefined;
}

/** The service gives what the contract gives, and fails where it fails. */
async function sameOutcome({ method, url, body }: Call, call: () => Promise<unknown>): Promise<void> {
  const response = await app.inject({ method, url, headers, ...(body === undefined ? {} : { payload: body }) });
  const answer = response.json<{ result?: unknown; error?: { message: string } }>();
  let expected: unknown;
  try {
    expected = (await call()) ?? null;
  } catch (error) {
    assert.ok(response.statusCode >= 400, response.body);
    assert.equal(answer.error?.message, error instanceof Error ? error.message : "");
    return;
  }
  assert.equal(response.statusCode, 200, response.body);
  const text = JSON.stringify(expected, (_key, value: unknown) => (typeof value === "bigint" ? String(value) : value));
  assert.deepEqual(answer.result, JSON.parse(text));
}

test("nothing is signed without the token, or for a page that gave this machine a name", async () => {
  const { contracts } = (await app.inject("/api")).json<{ contracts: { functions: { kind: string; path: string }[] }[] }>();
  for (const { path } of contracts.flatMap(({ functions }) => functions).filter(({ kind }) => kind === "write")) {
    for (const url of [path, path + "/simulate"]) {
      assert.equal((await app.inject({ method: "POST", url, payload: {} })).statusCode, 401);
      const wrong = { authorization: "Bearer " + token + "x" };
      assert.equal((await app.inject({ method: "POST", url, headers: wrong, payload: {} })).statusCode, 401);
      const renamed = { ...headers, host: "evil.example:3000", origin: "http://evil.example:3000" };
      assert.equal((await app.inject({ method: "POST", url, headers: renamed, payload: {} })).statusCode, 403);
    }
  }
});

test("GET /api tells where ${module} is", async () => {
  const { contracts } = (await app.inject("/api")).json<{ contracts: { name: string; address: string }[] }>();
  assert.equal(contracts.find(({ name }) => name === ${JSON.stringify(module)})?.address, contract.address);
});
${tests.join("")}`;
}
