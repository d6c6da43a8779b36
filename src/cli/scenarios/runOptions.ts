import { parseArgs } from "node:util";
import type { Flavour } from "../../scenarios/language/scenario";
import { argumentWords } from "../../text/argumentTrouble";
import { t, text } from "../../text/catalogue";
import { type ConnectionTexts, connectionArguments, timeoutOf } from "../connection/connectionOptions";
import { developmentKeyTrouble } from "../contract/contractOptions";
import type { Usage } from "../usageText";

/** A command line of `chainside run` that makes sense. */
export interface RunCommandOptions {
  readonly files: readonly string[];
  /** What every embedded chain is made like, whatever the scenario says. */
  readonly asked: Flavour;
  /** The chain to run on; undefined: embedded ones. */
  readonly connection: (ConnectionTexts & { readonly url: string; readonly timeoutMs: number }) | undefined;
  /** File of the key of `admin`. */
  readonly keyFile: string | undefined;
  readonly passwordFile: string | undefined;
  readonly passwordVariable: string;
  readonly variables: ReadonlyMap<string, string>;
  readonly check: boolean;
  readonly junit: string | undefined;
  readonly json: boolean;
}

export const runUsage: Usage = {
  synopsis: "chainside run SCENARIO… [options]",
  summary: text(
    "Runs scenarios (*.chain.yaml): each on a new embedded chain, on one of each kind in its matrix, or on the chain of --url.",
  ),
  options: [
    ["--url URL[,URL…]", text("run on this chain instead of embedded ones")],
    ["--group GROUP", text("group (default: the node's only group)")],
    ["--node NAME", text("node to query")],
    ["--sdk FOLDER", text("folder with the TLS or SM TLS certificates")],
    ["--ca --cert --cert-key FILE", text("the certificate files one by one")],
    ["--en-cert --en-key FILE", text("certificate and key for SM TLS encryption (sm_ensdk.crt, sm_ensdk.key)")],
    ["--timeout MS", text("time limit of a request (default: 10000)")],
    ["--key FILE", text('key file of the account "admin" of that chain; dev0 for an embedded chain on this machine')],
    ["--password-env NAME", text("environment variable with the key file's password (default: CHAINSIDE_PASSWORD)")],
    ["--password-file FILE", text("file with the password")],
    ["--suite standard|sm", text("only embedded chains with this crypto suite")],
    ["--auth", text("turn on permission governance from block 0")],
    ["--executor 0|1", text("classic or baseline executor (default: 1)")],
    ["--node-version 3.x.y", text("node version to imitate")],
    ["--compatibility 3.x.y", text("data version of the chain")],
    ["--set NAME=VALUE", text("value of a scenario variable; repeat for several")],
    ["--check", text("only check the scenarios and report errors")],
    ["--junit FILE", text("write a JUnit report")],
    ["--json", text("print one line of JSON")],
  ],
  exitCodes: text(
    "Exit code: 0 every step passed, 1 a scenario is wrong, a step failed or nothing was run, 2 wrong command line.",
  ),
};

function readArguments(args: readonly string[]) {
  return parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      ...connectionArguments,
      "cert-key": { type: "string" },
      url: { type: "string" },
      "password-env": { type: "string" },
      "password-file": { type: "string" },
      suite: { type: "string" },
      auth: { type: "boolean" },
      executor: { type: "string" },
      "node-version": { type: "string" },
      compatibility: { type: "string" },
      set: { type: "string", multiple: true, default: [] },
      check: { type: "boolean", default: false },
      junit: { type: "string" },
    },
  });
}

type Values = ReturnType<typeof readArguments>["values"];

const versionForm = /^3\.\d{1,3}\.\d{1,3}$/;

function askedOf(values: Values): Flavour | string {
  const { suite, executor, compatibility, auth } = values;
  if (suite !== undefined && suite !== "standard" && suite !== "sm") {
    return t("--suite must be standard or sm, not {0}", suite);
  }
  if (executor !== undefined && executor !== "0" && executor !== "1") return t("--executor must be 0 or 1");
  const nodeVersion = values["node-version"];
  for (const version of [nodeVersion, compatibility]) {
    if (version !== undefined && !versionForm.test(version))
      return t("a version must look like 3.16.4, not {0}", version);
  }
  return {
    ...(suite === undefined ? {} : { suite }),
    ...(auth ? { auth } : {}),
    ...(executor === undefined ? {} : { executor: executor === "0" ? 0 : 1 }),
    ...(nodeVersion === undefined ? {} : { nodeVersion }),
    ...(compatibility === undefined ? {} : { compatibility }),
  };
}

function variablesOf(set: readonly string[]): Map<string, string> | string {
  const variables = new Map<string, string>();
  for (const each of set) {
    const equals = each.indexOf("=");
    if (equals < 1) return t("--set must be NAME=VALUE, not {0}", each);
    variables.set(each.slice(0, equals), each.slice(equals + 1));
  }
  return variables;
}

function connectionOf(values: Values): RunCommandOptions["connection"] | string {
  const { url, group, node, sdk, ca, cert, key } = values;
  const timeoutMs = timeoutOf(values.timeout);
  if (timeoutMs === undefined) return t("--timeout must be a number of milliseconds");
  if (url === undefined) {
    const alone = (["group", "node", "sdk", "ca", "cert", "key"] as const).find((name) => values[name] !== undefined);
    return alone === undefined ? undefined : t("--{0} requires --url", alone);
  }
  const trouble = key === undefined ? undefined : developmentKeyTrouble(key, url);
  if (trouble !== undefined) return trouble;
  const pair = { "en-cert": values["en-cert"], "en-key": values["en-key"] };
  return { url, group, node, sdk, ca, cert, key: values["cert-key"], ...pair, timeoutMs };
}

/** Reads the command line of `chainside run`, or tells what is wrong with it. */
export function parseRunOptions(
  args: readonly string[],
): RunCommandOptions | { readonly help: true } | { readonly problem: string } {
  let parsed: ReturnType<typeof readArguments>;
  try {
    parsed = readArguments(args);
  } catch (error) {
    return { problem: argumentWords(error) };
  }
  const { values, positionals: files } = parsed;
  if (values.help) return { help: true };
  if (files.length === 0) return { problem: t("specify at least one scenario") };
  const connection = connectionOf(values);
  if (typeof connection === "string") return { problem: connection };
  const asked = askedOf(values);
  if (typeof asked === "string") return { problem: asked };
  if (connection && Object.keys(asked).length > 0) {
    return {
      problem: t("--suite, --auth, --executor, --node-version, and --compatibility apply to embedded chains only"),
    };
  }
  const variables = variablesOf(values.set);
  if (typeof variables === "string") return { problem: variables };
  return {
    files,
    asked,
    connection,
    keyFile: values.key,
    passwordFile: values["password-file"],
    passwordVariable: values["password-env"] ?? "CHAINSIDE_PASSWORD",
    variables,
    check: values.check,
    junit: values.junit,
    json: values.json,
  };
}
