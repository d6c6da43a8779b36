// Files of a TypeScript service that are the same for all contracts.
import { secretFiles } from "../base/secretFiles";

/** Releases that the tests of this project run with (package.json of this repository). */
export const pinned = {
  "@fastify/static": "10.1.11",
  "@types/node": "20.19.0",
  fastify: "5.12.8",
  typescript: "7.0.2",
  vite: "8.3.8",
} as const;

/** `package.json`. */
export function packageText(name: string, chainside: string, deploys: boolean): string {
  const { "@fastify/static": files, fastify, ...tools } = pinned;
  const manifest = {
    name,
    version: "0.1.0",
    private: true,
    type: "module",
    engines: { node: ">=20.19" },
    scripts: {
      build: "tsc -p . && vite build",
      start: "node dist/src/main.js",
      ...(deploys ? { deploy: "node dist/src/deploy.js" } : {}),
      web: "vite",
      test: "tsc -p . && cd dist && node --test",
    },
    dependencies: { "@fastify/static": files, chainside, fastify },
    devDependencies: tools,
  };
  return `${JSON.stringify(manifest, undefined, 2)}\n`;
}

export const tsconfigText = `{
  "compilerOptions": {
    "target": "es2022",
    "module": "nodenext",
    "moduleResolution": "nodenext",
    "lib": ["es2022", "dom", "dom.iterable", "esnext.disposable"],
    "types": ["node"],
    "strict": true,
    "noUncheckedIndexedAccess": true,
    "skipLibCheck": true,
    "rootDir": ".",
    "outDir": "dist"
  },
  "include": ["src", "test", "web"]
}
`;

export const viteText = `import { defineConfig } from "vite";

// \`npm run web\` shows changes of the page at once; calls go to the service that \`npm start\` runs.
export default defineConfig({
  root: "web",
  build: { outDir: "../dist/page", emptyOutDir: true },
  server: { host: "127.0.0.1", proxy: { "/api": "http://127.0.0.1:3000" } },
});
`;

export const ignoredText = `node_modules/
dist/
${secretFiles}`;

export const dockerText = `FROM node:20-slim AS build
WORKDIR /app
COPY . .
RUN npm install && npm run build && npm prune --omit=dev

FROM node:20-slim
WORKDIR /app
COPY --from=build --chown=node:node /app /app
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
ENV HOST=0.0.0.0 PORT=3000 API_TOKEN_FILE=/data/api-token
EXPOSE 3000
CMD ["node", "dist/src/main.js"]
`;

/** `src/api.ts`: what routes have in common. */
export const apiText = `import type { AbiEntry, AbiParameter, AbiValuesOf } from "chainside/sdk";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

/** Refuses who may not have something signed, before anything is read of what they sent. */
export type Authorize = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

/** A function as \`GET /api\` and the page know it. */
export interface FunctionDescription {
  readonly name: string;
  readonly kind: "read" | "write";
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly inputs: readonly { readonly name: string; readonly type: string }[];
}

type Values<Entry extends AbiEntry> = AbiValuesOf<Entry["inputs"]>;

/** What a transaction tells, as far as it goes to the caller. */
interface Sent {
  readonly hash: string;
  readonly result: unknown;
  readonly receipt: { readonly blockNumber: unknown };
  readonly events: readonly unknown[];
}

const safest = Number.MAX_SAFE_INTEGER;

/** Names of the values in a body: the parameters' own, \`param0\` for one without, each only once. */
function bodyNames(inputs: readonly AbiParameter[]): string[] {
  const names: string[] = [];
  for (const [index, { name }] of inputs.entries()) {
    const own = name || "param" + index;
    names.push(names.includes(own) ? own + index : own);
  }
  return names;
}

/** What JSON may have for a parameter. Integers are decimal texts, or numbers as long as JSON has them exactly. */
function schemaOf({ type, components = [] }: AbiParameter): object {
  const list = type.lastIndexOf("[");
  if (list >= 0) {
    const length = type.slice(list + 1, -1);
    const items = schemaOf({ type: type.slice(0, list), components });
    return { type: "array", items, ...(length === "" ? {} : { minItems: Number(length), maxItems: Number(length) }) };
  }
  if (type === "tuple") {
    if (components.some(({ name }) => !name))
      return { type: "array", minItems: components.length, maxItems: components.length };
    const properties = Object.fromEntries(components.map((member) => [member.name ?? "", schemaOf(member)]));
    return { type: "object", properties, required: Object.keys(properties), additionalProperties: false };
  }
  if (type === "bool") return { type: "boolean" };
  if (type === "string") return { type: "string" };
  if (/^u?int/.test(type))
    return { type: ["integer", "string"], pattern: "^-?[0-9]{1,78}$", minimum: -safest, maximum: safest };
  if (type === "bytes") return { type: "string", pattern: "^0x([0-9a-fA-F]{2})*$" };
  return { type: "string", pattern: "^0x[0-9a-fA-F]{2,64}$" };
}

const bodySchema = (inputs: readonly AbiParameter[]): object => {
  const names = bodyNames(inputs);
  const properties = Object.fromEntries(inputs.map((input, index) => [names[index] ?? "", schemaOf(input)]));
  return { type: "object", properties, required: names, additionalProperties: false };
};

/** The values of a body in the order of the parameters. The schema has checked them; the SDK reads integers from texts, too. */
function valuesOf<Entry extends AbiEntry>(entry: Entry, body: unknown): Values<Entry> {
  const given = (body ?? {}) as Readonly<Record<string, unknown>>;
  return bodyNames(entry.inputs ?? []).map((name) => given[name]) as unknown as Values<Entry>;
}

/** The routes of one contract, each made for an entry of its ABI. */
export class ContractApi {
  readonly functions: FunctionDescription[] = [];
  readonly #app: FastifyInstance;
  readonly #base: string;

  constructor(
    app: FastifyInstance,
    contract: string,
    private readonly authorize: Authorize,
  ) {
    this.#app = app;
    this.#base = "/api/" + contract;
  }

  /** A function that only reads: GET without parameters, else POST. */
  read<const Entry extends AbiEntry>(
    entry: Entry,
    name: string,
    call: (values: Values<Entry>) => Promise<unknown>,
  ): void {
    this.#route("read", entry, name, async (values) => ({ result: (await call(values)) ?? null }));
  }

  /** A function that changes something: POST sends a transaction, POST …/simulate only tries. */
  write<const Entry extends AbiEntry>(
    entry: Entry,
    name: string,
    send: (values: Values<Entry>) => Promise<Sent>,
    simulate: (values: Values<Entry>) => Promise<{ readonly result: unknown }>,
  ): void {
    this.#route("write", entry, name, async (values) => {
      const { hash, result, receipt, events } = await send(values);
      return { hash, blockNumber: receipt.blockNumber, result: result ?? null, events };
    });
    const path = this.#base + "/" + name + "/simulate";
    this.#app.post(path, { ...this.#options(entry), onRequest: this.authorize }, async ({ body }) => ({
      result: (await simulate(valuesOf(entry, body))).result ?? null,
    }));
  }

  #options(entry: AbiEntry): { schema?: { body: object } } {
    const { inputs = [] } = entry;
    return inputs.length === 0 ? {} : { schema: { body: bodySchema(inputs) } };
  }

  #route<Entry extends AbiEntry>(
    kind: "read" | "write",
    entry: Entry,
    name: string,
    answer: (values: Values<Entry>) => Promise<unknown>,
  ): void {
    const { inputs = [] } = entry;
    const names = bodyNames(inputs);
    const method = kind === "read" && inputs.length === 0 ? "GET" : "POST";
    const path = this.#base + "/" + name;
    this.functions.push({
      name,
      kind,
      method,
      path,
      inputs: inputs.map(({ type }, index) => ({ name: names[index] ?? "", type })),
    });
    this.#app.route({
      method,
      url: path,
      ...this.#options(entry),
      ...(kind === "write" ? { onRequest: this.authorize } : {}),
      handler: async ({ body }) => answer(valuesOf(entry, body)),
    });
  }
}
`;

/** `src/settings.ts`. */
export const settingsText = `import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import {
  type Account,
  type Address,
  type Chain,
  connect,
  importAccount,
  signerAccount,
  type TlsOptions,
  withAccount,
} from "chainside/sdk";

/** What chain.json says. */
export interface Settings {
  readonly url: readonly string[];
  readonly group: string | null;
  readonly tls: TlsOptions | null;
  readonly contracts: Addresses;
}

/** Where each contract stands; null before it is deployed. */
export type Addresses = Readonly<Record<string, Address | null>>;

/** chain.json of the working folder, or the file that the variable CHAIN_SETTINGS names. */
export function readSettings(): Settings {
  return JSON.parse(readFileSync(process.env["CHAIN_SETTINGS"] || "chain.json", "utf8")) as Settings;
}

/**
 * What callers show who have something signed: API_TOKEN, else what the file api-token (or API_TOKEN_FILE) holds, which is made at the
 * first start and readable for the service's own user alone.
 */
export function readToken(): string {
  const given = process.env["API_TOKEN"];
  if (given) return given;
  const file = process.env["API_TOKEN_FILE"] || "api-token";
  if (!existsSync(file)) {
    writeFileSync(file, randomBytes(32).toString("hex") + "\\n", { mode: 0o600, flag: "wx" });
    console.error("The token for requests that sign is in " + file);
  }
  const token = readFileSync(file, "utf8").trim();
  if (token.length < 16) throw new Error(file + " holds no token");
  return token;
}

/** Names in HOSTS beside this machine's own under which the service may be asked, with commas between. */
export const readHosts = (): string[] =>
  (process.env["HOSTS"] ?? "")
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");

/** The PIN of a device: ACCOUNT_PIN, else what the file holds that ACCOUNT_PIN_FILE names, such as a secret of a container. */
function readPin(): string {
  const file = process.env["ACCOUNT_PIN_FILE"];
  return process.env["ACCOUNT_PIN"] || (file ? readFileSync(file, "utf8").trim() : "");
}

/**
 * The account that signs: the signer of the name ACCOUNT_SIGNER in the file of signers (CHAINSIDE_SIGNERS), whose key is elsewhere, or
 * the key file that ACCOUNT_KEY_FILE names (PEM, PKCS#12, keystore) with its password in ACCOUNT_PASSWORD.
 */
async function readAccount(chain: Chain): Promise<Account | undefined> {
  const name = process.env["ACCOUNT_SIGNER"];
  if (name) return signerAccount(name, { pin: readPin });
  const file = process.env["ACCOUNT_KEY_FILE"];
  if (!file) return undefined;
  const password = process.env["ACCOUNT_PASSWORD"];
  return importAccount(readFileSync(file), {
    suite: chain.suite.name,
    ...(password === undefined ? {} : { password }),
  });
}

/** Connects to the chain; without an account the service only reads. */
export async function connectToChain({ url, group, tls }: Settings): Promise<Chain> {
  const chain = await connect({ url, ...(group ? { group } : {}), ...(tls ? { tls } : {}) });
  try {
    const account = await readAccount(chain);
    return account ? withAccount(chain, account) : chain;
  } catch (error) {
    await chain.close();
    throw error;
  }
}
`;

/** `src/main.ts`. */
export const mainText = `import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { buildApp } from "./app.js";
import { connectToChain, readHosts, readSettings, readToken } from "./settings.js";

const settings = readSettings();
const chain = await connectToChain(settings);
const page = resolve("dist/page");
const host = process.env["HOST"] || "127.0.0.1";
const app = await buildApp({
  chain,
  addresses: settings.contracts,
  hosts: readHosts(),
  token: readToken(),
  ...(existsSync(page) ? { page } : {}),
});
app.addHook("onClose", () => chain.close());
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => void app.close());
const url = await app.listen({
  host,
  port: Number(process.env["PORT"] || 3000),
});
console.log(url);
`;

/** `web/style.css`. */
export const styleText = `:root {
  color-scheme: light dark;
  font-family: system-ui, sans-serif;
}

body {
  max-width: 60rem;
  margin: 2rem auto;
  padding: 0 1rem;
}

code,
output {
  font-family: ui-monospace, monospace;
  overflow-wrap: anywhere;
}

form {
  display: grid;
  gap: 0.5rem;
  margin: 0.75rem 0;
  padding: 0.75rem;
  border: 1px solid color-mix(in srgb, currentColor 25%, transparent);
  border-radius: 0.5rem;
}

label {
  display: grid;
  gap: 0.25rem;
}

output {
  white-space: pre-wrap;
}

.failed {
  color: light-dark(#b00020, #ff8a80);
}
`;
