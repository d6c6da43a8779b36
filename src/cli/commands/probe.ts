import { type ProbeReport, type ProbeStep, type ProbeStepName, probeConnection } from "../../chain/probeConnection";
import { factPhrases, stepTitles } from "../../chain/probeWords";
import type { CertificateFacts } from "../../chain/transport/tlsMaterial";
import { type LocalizableText, say, t, text } from "../../text/catalogue";
import { labelled, listed, noted, separated } from "../../text/joining";
import {
  type Connection,
  connectionArguments,
  connectionOf,
  connectionUsage,
  timeoutOf,
  tlsOf,
} from "../connection/connectionOptions";
import { type CommandLine, commandOf, WrongCommandLine } from "../options/commandLine";
import { print, printJson } from "../output/print";
import { errorJson, errorLines } from "../output/showError";
import type { Usage } from "../output/usageText";

const usage: Usage = {
  synopsis: [
    "chainside probe URL… [options]",
    "chainside probe --connection NAME [options]",
    "chainside probe --web3 URL… [options]",
  ],
  summary: text(
    "Tries a connection step by step: certificate files, TCP, HTTP, TLS, JSON-RPC, group, and for ws:// and wss:// the WebSocket. Explains what to do about a step that fails.",
  ),
  options: [
    [
      "--web3",
      text(
        "look at a web3 port as Ethereum's tools do: what they meet there, what to do about it, and a configuration for each",
      ),
    ],
    ...connectionUsage.filter(([name]) => !/^--node/.test(name)),
  ],
  exitCodes: text(
    "Exit code: 0 every address works, 1 one doesn't, or with --web3 differs from what tools expect, 2 wrong command line.",
  ),
};

const outcomes: Readonly<Record<ProbeStep["outcome"], LocalizableText>> = {
  passed: text("works"),
  failed: text("fails"),
  skipped: text("not tried"),
};

async function stepLines(step: ProbeStep): Promise<string[]> {
  const head = `  ${labelled(say(stepTitles[step.name]), say(outcomes[step.outcome]))}`;
  if (step.outcome === "failed") return [head, ...(await errorLines(step.error)).map((line) => `    ${line}`)];
  if (step.outcome === "skipped") return [head];
  return [noted(head, listed(factPhrases(step.facts)))];
}

const words = {
  issuer: text("issuer"),
  until: text("valid until"),
  over: text("expired"),
  signed: text("this CA signed the client certificate"),
  notSigned: text("this CA didn't sign the client certificate"),
  fits: text("the key belongs to the client certificate"),
  fitsNot: text("the key doesn't belong to the client certificate"),
  signedEncrypt: text("this CA signed the encryption certificate"),
  notSignedEncrypt: text("this CA didn't sign the encryption certificate"),
  fitsEncrypt: text("the key belongs to the encryption certificate"),
  fitsEncryptNot: text("the key doesn't belong to the encryption certificate"),
} as const;

/** Who a certificate names, who signed it, until when it holds; and whether what belongs together does. */
function certificateLines({ files, server, serverEncrypt }: ProbeReport, name: ProbeStepName): string[] {
  const [issuer, until, over] = [say(words.issuer), say(words.until), say(words.over)];
  const line = (label: LocalizableText, facts: CertificateFacts | undefined): string[] =>
    facts
      ? [
          `    ${separated([
            labelled(say(label), facts.subject),
            labelled(issuer, facts.issuer),
            noted(labelled(until, facts.validTo), facts.expired ? over : ""),
          ])}`,
        ]
      : [];
  const statement = (truth: boolean | undefined, yes: LocalizableText, no: LocalizableText): string[] => {
    const text = truth ? yes : no;
    return truth === undefined ? [] : [`    ${say(text)}`];
  };
  if (name === "tls")
    return [...line(text("node certificate"), server), ...line(text("node encryption certificate"), serverEncrypt)];
  if (name !== "files" || !files) return [];
  return [
    ...line(text("CA certificate"), files.ca),
    ...line(text("client certificate"), files.client),
    ...statement(files.caSignsClient, words.signed, words.notSigned),
    ...statement(files.keyMatches, words.fits, words.fitsNot),
    ...line(text("encryption certificate"), files.encrypt),
    ...statement(files.caSignsEncrypt, words.signedEncrypt, words.notSignedEncrypt),
    ...statement(files.encryptKeyMatches, words.fitsEncrypt, words.fitsEncryptNot),
  ];
}

async function printReport(report: ProbeReport): Promise<void> {
  print(report.url);
  for (const step of report.steps) {
    for (const line of await stepLines(step)) print(line);
    for (const line of certificateLines(report, step.name)) print(line);
  }
}

function reportJson(report: ProbeReport): object {
  const steps = report.steps.map((step) =>
    step.outcome === "failed" ? { ...step, error: errorJson(step.error) } : step,
  );
  return { ...report, steps };
}

const { node: _node, ...besideNode } = connectionArguments;

const probeArguments = { ...besideNode, web3: { type: "boolean", default: false } } as const;

interface ProbeOrder {
  readonly connection: Connection;
  /** Undefined: what each step takes by itself. */
  readonly timeoutMs: number | undefined;
  readonly json: boolean;
  /** The addresses are web3 ports. */
  readonly web3: boolean;
}

const commandLine: CommandLine<typeof probeArguments, ProbeOrder> = {
  name: "probe",
  usage,
  options: probeArguments,
  read: ({ values, positionals: urls }) => {
    const timeoutMs = values.timeout === undefined ? undefined : timeoutOf(values.timeout);
    if (urls.length > 0 && values.connection !== undefined)
      throw new WrongCommandLine(t("specify {0} or {1}, not both", "URL", "--connection"));
    const connection = connectionOf(urls.length === 0 ? values : { ...values, url: urls.join(",") });
    if (urls.length === 0 && connection.name === undefined)
      throw new WrongCommandLine(t("specify at least one address"));
    return { connection, timeoutMs, json: values.json, web3: values.web3 };
  },
};

async function probe(order: ProbeOrder): Promise<number> {
  const { connection, timeoutMs, json, web3 } = order;
  const tls = await tlsOf(connection);
  let allWork = true;
  for (const url of connection.urls) {
    if (web3) {
      const { probeWeb3 } = await import("../web3/probeWeb3");
      allWork = (await probeWeb3(url, { timeoutMs, json })) && allWork;
      continue;
    }
    const limit = timeoutMs === undefined ? {} : { timeoutMs };
    const report = await probeConnection({ url, tls, group: connection.group, ...limit });
    allWork &&= report.ok;
    if (json) printJson(JSON.stringify(reportJson(report)));
    else await printReport(report);
  }
  return allWork ? 0 : 1;
}

/** `chainside probe`: how far a connection comes. */
export const runProbe = commandOf(commandLine, probe);
