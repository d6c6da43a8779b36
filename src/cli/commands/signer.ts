import { dirname, join, resolve } from "node:path";
import type { Signer } from "../../crypto/cryptoSuite";
import { ChainError } from "../../errors/chainError";
import { clientError } from "../../errors/clientError";
import { errorSentence } from "../../errors/errorText";
import { maxBytes, readGivenText } from "../../files/regularFile";
import type { Policy } from "../../signing/policy/policy";
import type { Decision, ServedKey } from "../../signing/server/signerService";
import type { Pkcs11Setting } from "../../signing/signers/signerSetting";
import { say, t, text } from "../../text/catalogue";
import { unmistakableLine } from "../../text/visibleText";
import { commandAudit } from "../audit/terminalAudit";
import { auditUsage, jsonUsage } from "../connection/connectionOptions";
import { terminalAsk } from "../connection/terminalConsent";
import { type CommandLine, commandOf, requireNoArguments, WrongCommandLine } from "../options/commandLine";
import { addressAndPort } from "../options/optionValues";
import { stoppable } from "../options/stoppable";
import { complain, print, printJson } from "../output/print";
import { terminalQuestion } from "../output/terminalQuestion";
import type { Usage } from "../output/usageText";

const usage: Usage = {
  synopsis: ["chainside signer --policy FILE --ca FILE --cert FILE --cert-key FILE [options]"],
  summary: text(
    "Signs transactions for other machines, by a policy: shows each request here, as its bytes say it, and asks. Only clients with a certificate of the given authority reach it.",
  ),
  options: [
    ["--policy FILE", text("keys, people, and rules (JSON; docs/signers.md)")],
    ["--ca FILE", text("who signed the certificates of clients (PEM)")],
    ["--cert FILE", text("certificate of this side (PEM)")],
    ["--cert-key FILE", text("its private key (PEM)")],
    ["--state FILE", text("who asked and what was counted today (default: signer-state.json beside the policy)")],
    ["--listen ADDRESS:PORT", text("where it listens (default: 127.0.0.1:9443)")],
    auditUsage,
    jsonUsage,
  ],
  notes: [
    text(
      "Passwords of key files come from the environment variable that the policy names, or CHAINSIDE_PASSWORD, PINs of devices from CHAINSIDE_PIN; otherwise you're asked for them.",
    ),
  ],
  exitCodes: text("Exit code: 0 stopped, 1 an error, 2 wrong command line."),
};

const usualListen = "127.0.0.1:9443";

const signerArguments = {
  policy: { type: "string" },
  ca: { type: "string" },
  cert: { type: "string" },
  "cert-key": { type: "string" },
  state: { type: "string" },
  listen: { type: "string", default: usualListen },
  audit: { type: "string" },
  json: { type: "boolean", default: false },
} as const;

interface SignerOrder {
  readonly policy: string;
  readonly ca: string;
  readonly cert: string;
  readonly certKey: string;
  readonly state: string;
  readonly host: string;
  readonly port: number;
  readonly json: boolean;
  readonly audit: string | undefined;
}

function required(name: string, given: string | undefined): string {
  if (given === undefined || given === "") throw new WrongCommandLine(t("specify --{0}", name));
  return given;
}

const commandLine: CommandLine<typeof signerArguments, SignerOrder> = {
  name: "signer",
  usage,
  options: signerArguments,
  read: ({ values, positionals }) => {
    requireNoArguments(positionals);
    const policy = required("policy", values.policy);
    return {
      policy,
      state: values.state ?? join(dirname(policy), "signer-state.json"),
      ca: required("ca", values.ca),
      cert: required("cert", values.cert),
      certKey: required("cert-key", values["cert-key"]),
      ...addressAndPort(values.listen, usualListen),
      json: values.json,
      audit: values.audit,
    };
  },
};

async function textOf(path: string): Promise<string> {
  try {
    return await readGivenText(path, maxBytes.artifact);
  } catch (cause) {
    throw clientError("unreadableFile", { path }, { cause });
  }
}

/** A key on a device, whose PIN is asked for now, and tried: a wrong one isn't found out by a request. */
async function keyOnDevice(setting: Pkcs11Setting, folder: string): Promise<Signer> {
  const { deviceSigner } = await import("../../signing/signers/openSigner");
  const { heldPin } = await import("../../signing/signers/pkcs11Signer");
  const { readDevicePin } = await import("../account/namedSigner");
  const pin = await readDevicePin(setting);
  const signer = deviceSigner(
    setting,
    folder,
    heldPin(async () => pin),
  );
  await signer.check();
  return signer;
}

/** The keys of the policy, whose files stand relative to it. */
async function keysOf({ keys }: Policy, file: string): Promise<ServedKey[]> {
  const { readKeyFile } = await import("../account/keyFileOnDisk");
  const { privateKeySigner } = await import("../../crypto/privateKeySigner");
  const { cryptoSuite } = await import("../../crypto/suites");
  const served: ServedKey[] = [];
  // One after the other: each may ask for its password.
  for (const [keyId, setting] of Object.entries(keys)) {
    if ("kind" in setting) {
      served.push({ keyId, signer: await keyOnDevice(setting, dirname(resolve(file))) });
      continue;
    }
    const { file: keyFile, suite, passwordEnv } = setting;
    const read = await readKeyFile(resolve(dirname(file), keyFile), undefined, passwordEnv ?? "CHAINSIDE_PASSWORD");
    if (read.suite !== undefined && read.suite !== suite)
      throw clientError("policySetting", { file, where: `keys.${keyId}.suite` });
    served.push({ keyId, signer: privateKeySigner(cryptoSuite(suite), read.privateKey) });
    read.privateKey.fill(0);
  }
  return served;
}

async function tell({ person, keyId, hash, refused }: Decision, json: boolean): Promise<void> {
  const reason = refused instanceof ChainError ? await errorSentence(refused) : refused && say(refused);
  if (json) printJson(JSON.stringify({ person, keyId, hash, signed: reason === undefined, reason }));
  else if (reason === undefined) print(t("Signed for {0} with {1}: {2}", person, keyId, hash));
  // The name of the key is what the asker wrote.
  else print(unmistakableLine(t("Refused to {0} with {1}: {2}", person, keyId, reason)));
}

async function serve(order: SignerOrder): Promise<number> {
  const { readPolicy } = await import("../../signing/policy/policy");
  const { SignerService } = await import("../../signing/server/signerService");
  const { serveSigner } = await import("../signer/signerServer");
  const { openState } = await import("../signer/stateFile");
  const { json } = order;
  const policy = readPolicy(await textOf(order.policy), order.policy);
  const tls = { ca: await textOf(order.ca), cert: await textOf(order.cert), key: await textOf(order.certKey) };
  const keys = await keysOf(policy, order.policy);
  const { state, close } = await openState(order.state, policy.people);
  const question = terminalQuestion();
  const service = new SignerService({
    policy,
    keys,
    state,
    ask: question && terminalAsk(question, false, "signs"),
    audit: commandAudit(order, "signer"),
    onAnswer: (reported) => void tell(reported, json),
  });
  const server = await serveSigner(service, keys, tls, order).catch((error: unknown) => {
    close();
    throw error;
  });
  const { port } = server;
  const url = `https://${order.host.includes(":") ? `[${order.host}]` : order.host}:${port}`;
  if (json)
    printJson(JSON.stringify({ url, keys: keys.map(({ keyId, signer }) => ({ keyId, address: signer.address })) }));
  else {
    for (const { keyId, signer } of keys) print(`${keyId} ${signer.suite} ${signer.address}`);
    print(t("The signer listens at {0}. Ctrl+C ends this.", url));
    if (!question) complain(t("No one can be asked here: only what the policy allows without a question is signed."));
  }
  await stoppable((signal) => new Promise<void>((stopped) => signal.addEventListener("abort", () => stopped())));
  await server.close();
  close();
  return 0;
}

/** `chainside signer`: keys for other machines. */
export const runSigner = commandOf(commandLine, serve);
