// What operations do to a chain is the same with any holder of the key: a file, a device, a signer elsewhere, two persons by a file.
import { createPrivateKey, X509Certificate } from "node:crypto";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import * as v from "valibot";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { getBlockNumber } from "../../src/chain/rpc/blocks";
import { runCommand } from "../../src/cli/commands";
import { envelopeShape } from "../../src/cli/operations/envelope";
import { takenOptions } from "../../src/cli/operations/operationLine";
import { serveSigner } from "../../src/cli/signer/signerServer";
import { bytesToHex, type Hex, hexToBytes } from "../../src/crypto/bytes/hex";
import { exportKeyFile } from "../../src/crypto/keyFiles/exportKeyFile";
import { cryptoSuite } from "../../src/crypto/suites";
import { seededAccounts } from "../../src/devchain/keys/seededKeys";
import type { OpenPort } from "../../src/http/listening";
import { findOperation } from "../../src/operations/catalogue";
import type { Operation } from "../../src/operations/model/operation";
import { readPolicy } from "../../src/signing/policy/policy";
import { SignerService } from "../../src/signing/server/signerService";
import { type PortBench, portBench } from "../support/assistants";
import { filledIn, operationCases } from "../support/operationCases";
import { common, firstAccount, knownThings, optionsOf, statedBefore, transactionsOf } from "../support/operationRuns";
import { signerCertificates } from "../support/signerCertificates";
import { Device, pin, vendorSm2 } from "../support/signingDevice";
import { installPkcs11, softHsmToken } from "../support/softHsm";

type Sent = Awaited<ReturnType<typeof transactionsOf>>;

interface Done {
  readonly name: string;
  readonly outcome: string;
  readonly weight: string;
  readonly transactions: Sent;
}

/** Does an operation by words of the command line, and gives its result as JSON for programs. */
type Perform = (words: readonly string[], options: readonly string[]) => Promise<string>;

const signerNames = ["device", "remote", "file"] as const;
type SignerName = (typeof signerNames)[number];

/** What an operation is about, so that each signer meets each of them. */
function kindOf({ noun, verb }: Operation): string {
  if (noun === "contract")
    return verb === "deploy" ? "deployment" : verb.startsWith("send") ? "contract call" : "rights";
  if (noun === "committee" || noun === "proposal") return "governance";
  return noun;
}

const folder = mkdtempSync(join(tmpdir(), "chainside-signers-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const cached = resolve("out/pkcs11");
const missing = installPkcs11(cached);
if (missing !== undefined) console.log(`NOT RUN: keys in SoftHSM, a device of the tests' own has them: ${missing}`);

/** Runs the command line in this process. */
async function cli(words: readonly string[]): Promise<{ code: number; out: string; err: string }> {
  const [out, err]: string[][] = [[], []];
  const log = vi.spyOn(console, "log").mockImplementation((line: unknown) => void out?.push(String(line)));
  const error = vi.spyOn(console, "error").mockImplementation((line: unknown) => void err?.push(String(line)));
  try {
    const code = await runCommand([...words], () => undefined);
    return { code, out: out?.join("\n") ?? "", err: err?.join("\n") ?? "" };
  } finally {
    log.mockRestore();
    error.mockRestore();
  }
}

function outcomeOf({ out, err }: { out: string; err: string }): string {
  const { ok, proposed, error } = v.parse(envelopeShape, JSON.parse(out || "null"), { message: `${out}\n${err}` });
  return proposed ? "proposed" : ok ? "done" : String(error?.code);
}

/** Every operation in the order of the cases. */
async function allBy({ session }: PortBench, perform: (at: number, operation: Operation) => Perform): Promise<Done[]> {
  let known = await knownThings(session);
  const found: Done[] = [];
  for (const [at, [name, fields]] of operationCases.entries()) {
    const operation = await findOperation(...(name.split(" ") as [string, string]));
    if (operation?.effect !== "signs") continue;
    const given = filledIn(fields, known);
    const before = await getBlockNumber(session.client);
    const words = optionsOf(operation, given, takenOptions).map((each) => each.join("="));
    const messages = await statedBefore(session, operation, given);
    const outcome = await perform(at, operation)([operation.noun, operation.verb, ...words], messages);
    const transactions = await transactionsOf(session, before + 1, await getBlockNumber(session.client));
    const made = transactions.find(({ contract }) => contract !== "");
    if (name === "contract deploy" && made) known = { ...known, contract: made.contract };
    const weight = messages.some((each) => each.startsWith("--confirm=")) ? "irreversible" : "other";
    found.push({ name, outcome, weight, transactions });
  }
  return found;
}

/** A policy that allows what was sent, and nothing else. */
function policyFor(
  chainId: string,
  suite: "standard" | "sm",
  hash: (data: Uint8Array) => Hex,
  sent: Sent,
  person: string,
) {
  const chains = [{ chainId, groupId: "group0" }];
  const calls = new Map<string, Set<string>>();
  for (const { to, input } of sent.filter(({ to }) => to !== ""))
    calls.set(
      to.toLowerCase(),
      (calls.get(to.toLowerCase()) ?? new Set()).add(input.length < 10 ? "" : input.slice(0, 10)),
    );
  const deployments = sent.flatMap(({ to, input }) => (to === "" ? [hash(hexToBytes(input as Hex))] : []));
  const any = { keys: ["ops"], chains, ask: false, value: "1000000000000000000000" };
  const methodOf = (selector: string): object => (selector === "" ? { signature: "receive()" } : { selector });
  const rules = [...calls].map(([to, selectors], at) => ({
    ...{ ...any, name: `call ${at}`, contracts: [to] },
    methods: [...selectors].map(methodOf),
  }));
  const all = deployments.length > 0 ? [...rules, { ...any, name: "deploy", deployments }] : rules;
  const people = { ops: [person] };
  return readPolicy(JSON.stringify({ keys: { ops: { file: "ops.pem", suite } }, people, rules: all }), "policy.json");
}

const certificates = signerCertificates();
const met = new Map<string, Set<string>>();
let [count, byFile] = [0, 0];

describe.each([
  ["standard", {}],
  ["standard, permissions on", { auth: true }],
  ["SM, permissions on", { suite: "sm", auth: true }],
] as const)("each operation signed by another signer: %s", (name, options) => {
  const place = join(folder, name);
  const suite = "suite" in options ? options.suite : "standard";
  const [account] = seededAccounts(cryptoSuite(suite), "chainside", 1);
  const key = hexToBytes(account?.privateKey ?? "");
  const signers = join(place, "signers.json");
  const inPlace = (file: string, content: string): string => {
    writeFileSync(join(place, file), content);
    return join(place, file);
  };
  let byKey: Done[];
  let server: OpenPort | undefined;

  beforeAll(async () => {
    mkdirSync(join(place, "node_modules"), { recursive: true });
    vi.stubEnv("CHAINSIDE_CONNECTIONS", inPlace("connections.json", "[]"));
    vi.stubEnv("CHAINSIDE_SIGNERS", signers);
    vi.stubEnv("CHAINSIDE_PIN", pin);
    vi.stubEnv("LC_ALL", "en");
    const pem = (await exportKeyFile({ format: "pem", suite, privateKey: key, password: "" })).content;
    writeFileSync(join(place, "person.pem"), pem);
    const bench = await portBench({ ...common, ...options });
    try {
      byKey = await allBy(bench, () => async (words, messages) => {
        return outcomeOf(
          await cli([...words, "--url", bench.chain.url, "--key", "dev0", "--yes", "--json", ...messages]),
        );
      });
      const { chainId, suite: own } = bench.session;
      const sent = byKey.flatMap(({ transactions }) => transactions);
      const person = new X509Certificate(certificates.client.cert).fingerprint256;
      const policy = policyFor(chainId, suite, (data) => bytesToHex(own.hash(data)), sent, person);
      const keys = [{ keyId: "ops", signer: firstAccount(bench.session) }];
      const service = new SignerService({ policy, keys, ask: undefined, audit: undefined });
      server = await serveSigner(
        service,
        keys,
        { ...certificates.server, ca: certificates.ca },
        { host: "127.0.0.1", port: 0 },
      );
    } finally {
      await bench.close();
    }
    const address = account?.address ?? "";
    const remote = {
      ...{
        kind: "remote",
        url: `https://127.0.0.1:${server.port}`,
        keyId: "ops",
        address,
        suite,
      },
      tls: {
        ca: inPlace("ca.crt", certificates.ca),
        cert: inPlace("me.crt", certificates.client.cert),
        key: inPlace("me.key", certificates.client.key),
      },
    };
    writeFileSync(signers, JSON.stringify({ device: { ...deviceEntry(), address, suite }, remote }));
  });
  afterAll(async () => {
    vi.unstubAllEnvs();
    await server?.close();
  });

  /** The key in SoftHSM, where that knows the curve and is there; else in a device of the tests' own. */
  function deviceEntry(): object {
    const module = join(place, "node_modules/pkcs11js");
    if (missing === undefined && suite === "standard") {
      cpSync(join(cached, "node_modules/pkcs11js"), module, { recursive: true });
      const pkcs8 = createPrivateKey(readFileSync(join(place, "person.pem"))).export({ format: "pem", type: "pkcs8" });
      const { config, entry } = softHsmToken(place, pkcs8, pin);
      process.env["SOFTHSM2_CONF"] = config;
      return entry;
    }
    mkdirSync(module);
    writeFileSync(join(module, "index.js"), "exports.PKCS11 = function () { return globalThis.deviceOfTests; };");
    Object.assign(globalThis, { deviceOfTests: new Device(suite, key).library() });
    const vendor = suite === "sm" ? { mechanism: vendorSm2 } : {};
    return { kind: "pkcs11", module: "vendor.so", token: "ops", label: "mine", ...vendor };
  }

  /** By two persons: written on one machine, signed on another, sent from the first. */
  async function bySignedFile(url: string, words: readonly string[], messages: readonly string[]): Promise<string> {
    const file = join(place, "request.json");
    rmSync(file, { force: true });
    const force = messages.filter((each) => each.startsWith("--force="));
    const address = account?.address ?? "";
    const written = await cli([...words, "--url", url, "--key", address, "--request-out", file, "--json", ...force]);
    if (!existsSync(file)) return outcomeOf(written);
    const sign = (...more: string[]) =>
      cli(["request", "sign", file, "--key", join(place, "person.pem"), "--yes", ...more]);
    let signed = await sign();
    // who signs sees what the bytes do, and types the name that stands there
    const [, name] = /its name must be given: (.*?)\. Nothing was signed/.exec(signed.err) ?? [];
    if (name !== undefined) signed = await sign("--confirm", name);
    expect(signed.code, signed.err).toBe(0);
    byFile += 1;
    await cli(["request", "send", file, "--url", url, "--yes"]);
    return "sent";
  }

  it("comes to the same transactions, with the same results, as by a file with the key", async () => {
    const turn = ["standard", "standard, permissions on", "SM, permissions on"].indexOf(name);
    const turns = new Map<string, number>();
    const bench = await portBench({ ...common, ...options });
    const { url } = bench.chain;
    const used: SignerName[] = [];
    try {
      const found = await allBy(bench, (_, operation) => {
        const kind = kindOf(operation);
        const due = byKey[used.length];
        // what comes to no transaction is no one's turn
        const signs = (due?.transactions.length ?? 0) > 0;
        const nth = turns.get(kind) ?? turn;
        if (signs) turns.set(kind, nth + 1);
        let signer = signerNames[nth % signerNames.length] ?? "device";
        // by file the first of several transactions is signed
        if (signer === "file" && (due?.transactions.length ?? 0) > 1) signer = "remote";
        used.push(signer);
        if (signs) {
          count += 1;
          for (const group of [kind, due?.weight ?? ""]) met.set(group, (met.get(group) ?? new Set()).add(signer));
        }
        return async (words, messages) => {
          if (signer === "file") return bySignedFile(url, words, messages);
          return outcomeOf(
            await cli([...words, "--url", url, "--key", `signer:${signer}`, "--yes", "--json", ...messages]),
          );
        };
      });
      for (const [at, due] of byKey.entries()) {
        const { outcome, ...rest } = found[at] as Done;
        const label = `${due.name} by ${used[at]}`;
        // who sends a file tells of a transaction, not of what the operation makes of it
        if (outcome !== "sent") expect(outcome, label).toBe(due.outcome);
        expect({ label, ...rest }).toEqual({
          label,
          name: due.name,
          weight: due.weight,
          transactions: due.transactions,
        });
      }
    } finally {
      await bench.close();
    }
  });
});

it("every signer met every kind of operation and every weight", () => {
  expect(Object.fromEntries([...met].map(([kind, by]) => [kind, [...by].sort().join(" ")]))).toEqual(
    Object.fromEntries([...met.keys()].map((kind) => [kind, [...signerNames].sort().join(" ")])),
  );
  console.log(
    `${count} operations signed, ${byFile} of them by two persons' file; kinds: ${[...met.keys()].join(", ")}`,
  );
  expect(count).toBeGreaterThan(100);
});
