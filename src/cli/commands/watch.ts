import { maxBytes, readGivenText } from "../../files/regularFile";
import type { Finding } from "../../monitoring/watch/judge";
import type { Look } from "../../monitoring/watch/observer";
import type { Rule } from "../../monitoring/watch/ruleKinds";
import type { Watching } from "../../monitoring/watch/watchMemory";
import { t, text } from "../../text/catalogue";
import { visibleLine } from "../../text/visibleText";
import {
  type Connection,
  connectionOf,
  connectionUsage,
  nodeArguments,
  urlUsage,
} from "../connection/connectionOptions";
import { type CommandLine, commandOf, type Given, requireNoArguments, WrongCommandLine } from "../options/commandLine";
import { integerOf, oneOf } from "../options/optionValues";
import { stoppable } from "../options/stoppable";
import { complain, print, printJson } from "../output/print";
import type { Usage } from "../output/usageText";
import type { JudgedLook } from "../watch/watchLoop";
import type { Webhook, WebhookAnswer } from "../watch/webhookCall";
import { type WebhookFormat, webhookFormats } from "../watch/webhookFormats";

const usage: Usage = {
  synopsis: "chainside watch --rules FILE [--url URL[,URL…]] [--webhook URL] [--once [--state FILE]] [options]",
  summary: text(
    "Watches nodes and their groups by rules. Each alert is told once when it begins and once when it ends. Nothing is written to the chain.",
  ),
  options: [
    urlUsage,
    ["--rules FILE", text("the rules (YAML or JSON)")],
    [
      "--webhook URL",
      text("send each alert there by POST, as JSON (default: the environment variable CHAINSIDE_WEBHOOK)"),
    ],
    [
      "--webhook-format FORMAT",
      text(
        "what stands there: json, alertmanager, wecom, dingtalk, feishu, or slack (default: told by the host, else json)",
      ),
    ],
    [
      "--webhook-secret-file FILE",
      text("secret that signs for dingtalk and feishu (default: the environment variable CHAINSIDE_WEBHOOK_SECRET)"),
    ],
    [
      "--webhook-template TEXT",
      text(
        "words of an alert, with {{rule}}, {{kind}}, {{state}}, {{group}}, {{endpoint}}, {{message}}, {{advice}}, {{time}}, and {{since}}",
      ),
    ],
    [
      "--interval SECONDS",
      text(
        "longest time between two looks (default: 5); where a node pushes its blocks, there is one with each, at most every second",
      ),
    ],
    ["--once", text("look once; the exit code says whether something is wrong")],
    ["--state FILE", text("keep what was seen in this file, and go on from it at the next start")],
    ...connectionUsage,
  ],
  exitCodes: text(
    "Exit code: 0 stopped, or nothing is wrong (--once), 1 an alert or a node that doesn't answer (--once), or an error, 2 wrong command line or rules.",
  ),
};

const watchArguments = {
  ...nodeArguments,
  rules: { type: "string" },
  webhook: { type: "string" },
  "webhook-format": { type: "string" },
  "webhook-secret-file": { type: "string" },
  "webhook-template": { type: "string" },
  interval: { type: "string" },
  once: { type: "boolean", default: false },
  state: { type: "string" },
} as const;

interface WatchOrder {
  readonly connection: Connection;
  readonly rulesFile: string;
  readonly webhook: NamedWebhook | undefined;
  readonly intervalMs: number;
  readonly once: boolean;
  readonly stateFile: string | undefined;
  readonly json: boolean;
}

/** An address that may hold secrets, and how it was given. */
interface NamedWebhook {
  readonly address: string;
  readonly name: string;
  readonly format: WebhookFormat | undefined;
  readonly secretFile: string | undefined;
  readonly template: string | undefined;
}

const variable = "CHAINSIDE_WEBHOOK";

const secretVariable = "CHAINSIDE_WEBHOOK_SECRET";

function webhookOf(values: Given<typeof watchArguments>["values"]): NamedWebhook | undefined {
  const format = values["webhook-format"];
  const form = {
    format: format === undefined ? undefined : oneOf("webhook-format", format, webhookFormats),
    secretFile: values["webhook-secret-file"],
    template: values["webhook-template"],
  };
  if (values.webhook !== undefined) return { address: values.webhook, name: "--webhook", ...form };
  const address = process.env[variable] || undefined;
  if (address !== undefined) return { address, name: variable, ...form };
  const alone = (["webhook-format", "webhook-secret-file", "webhook-template"] as const).find(
    (name) => values[name] !== undefined,
  );
  if (alone !== undefined) throw new WrongCommandLine(t("--{0} requires {1}", alone, "--webhook"));
  return undefined;
}

const usualSeconds = 5;
const maxSeconds = 86_400;
/** How long the end waits for alerts that aren't sent yet. */
const farewellMs = 20_000;

const commandLine: CommandLine<typeof watchArguments, WatchOrder> = {
  name: "watch",
  usage,
  options: watchArguments,
  read: ({ values, positionals }) => {
    requireNoArguments(positionals);
    if (values.rules === undefined) throw new WrongCommandLine(t("specify {0}", "--rules FILE"));
    return {
      connection: connectionOf(values),
      rulesFile: values.rules,
      webhook: webhookOf(values),
      intervalMs: (integerOf("interval", values.interval, { max: maxSeconds }) ?? usualSeconds) * 1000,
      once: values.once,
      stateFile: values.state,
      json: values.json,
    };
  },
};

/** The rules of a file; undefined after saying what is wrong with them. @throws what reading a file throws */
async function rulesOf({ rulesFile, json }: WatchOrder): Promise<Rule[] | undefined> {
  const { resolve } = await import("node:path");
  const { givenPath } = await import("../../files/namedPath");
  const { YamlError } = await import("../../yaml/complaint");
  const { readRules } = await import("../../monitoring/rules/readRules");
  const { tellComplaints } = await import("../scenarios/report");
  try {
    return readRules(await readGivenText(rulesFile, maxBytes.scenario), givenPath(resolve(rulesFile)));
  } catch (thrown) {
    if (!(thrown instanceof YamlError)) throw thrown;
    tellComplaints(thrown.complaints, json);
    return undefined;
  }
}

/** After the only look: what it couldn't tell. @returns whether a node or group doesn't answer */
function tellRest({ nodes, groups }: Look, findings: readonly Finding[]): boolean {
  const silent = [
    ...nodes.filter(({ isUp }) => !isUp).map(({ endpoint }) => endpoint),
    ...groups.filter(({ isUp }) => !isUp).map(({ endpoint, group }) => `${endpoint} (${group})`),
  ];
  if (silent.length > 0) complain(t("No answer from {0}: not everything could be judged.", silent.map(visibleLine)));
  const open = new Set(findings.flatMap(({ state, rule }) => (state === "unknown" ? [rule.name] : [])));
  if (open.size > 0) complain(t("One look isn't enough to judge {0}.", [...open].map(visibleLine)));
  return silent.length > 0 || groups.length === 0;
}

async function openWebhook({ address, name, format, secretFile, template }: NamedWebhook): Promise<Webhook> {
  const { Webhook } = await import("../watch/webhookCall");
  const secret =
    secretFile === undefined
      ? process.env[secretVariable] || undefined
      : (await readGivenText(secretFile, maxBytes.key)).trim();
  const tell = ({ status, code }: WebhookAnswer): void => {
    const { label } = made;
    if (status === undefined) complain(t("An alert couldn't be sent to {0}: no answer.", label));
    else if (code !== 0) complain(t("An alert couldn't be sent to {0}: it refused with code {1}.", label, code ?? "?"));
    else complain(t("An alert couldn't be sent to {0}: HTTP {1}.", label, status));
  };
  let made: Webhook;
  try {
    made = new Webhook(address, tell, undefined, { format, secret, template });
  } catch {
    throw new WrongCommandLine(t("{0} must be an address of http or https", name));
  }
  return made;
}

async function watch(
  order: WatchOrder,
  rules: readonly Rule[],
  webhook: Webhook | undefined,
  signal: AbortSignal,
): Promise<number> {
  const { connection, once, intervalMs, json, stateFile } = order;
  const { targetsOf } = await import("../exporter/targets");
  const { judgedLook, watchLoop } = await import("../watch/watchLoop");
  const { alertLine, Troubles } = await import("../watch/watchLines");
  const { Observer } = await import("../../monitoring/watch/observer");
  const { Judge } = await import("../../monitoring/watch/judge");
  const { Alerts, alertJson } = await import("../../monitoring/watch/alerts");
  const targets = await targetsOf(connection);
  const observer = new Observer(targets, connection.group, rules);
  const watching: Watching = { observer, judge: new Judge(rules), alerts: new Alerts() };
  const troubles = new Troubles();
  const { StateFile } = await import("../watch/stateFile");
  const state = stateFile === undefined ? undefined : new StateFile(stateFile, rules, watching);
  const { pushedBlocks } = await import("../connection/blockWaiter");
  const pushing = new AbortController();
  const untilBlock = once ? undefined : await pushedBlocks(connection, AbortSignal.any([signal, pushing.signal]));
  try {
    await state?.recall();
    if (!once && !json) print(t("Rules: {0}. Ctrl+C ends this.", rules.length));
    const onLook = async ({ look, changes }: JudgedLook): Promise<void> => {
      for (const change of changes) {
        if (json) printJson(JSON.stringify(alertJson(change)));
        else print(alertLine(change));
        webhook?.send(change);
      }
      await troubles.tell(look);
      troubles.tellStrayRules(look, rules);
      await state?.keep();
    };
    if (!untilBlock) {
      const judged = await judgedLook(watching, connection.timeoutMs);
      await onLook(judged);
      return tellRest(judged.look, judged.findings) || troubles.size > 0 || watching.alerts.size > 0 ? 1 : 0;
    }
    const { group, timeoutMs } = connection;
    await watchLoop(watching, { timeoutMs, intervalMs, group, untilBlock }, signal, onLook);
    return 0;
  } finally {
    pushing.abort();
    await webhook?.close(farewellMs);
    await Promise.all(targets.map(({ transport }) => transport.close()));
  }
}

/** `chainside watch`: alerts by rules. */
export const runWatch = commandOf(commandLine, async (order) => {
  const webhook = order.webhook === undefined ? undefined : await openWebhook(order.webhook);
  const rules = await rulesOf(order);
  return rules ? stoppable((signal) => watch(order, rules, webhook, signal)) : 2;
});
