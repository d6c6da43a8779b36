import { parseArgs } from "node:util";
import { toChainError } from "../chain/errors/dictionary";
import {
  type ProbeReport,
  type ProbeStep,
  type ProbeStepName,
  probeConnection,
} from "../chain/transport/probeConnection";
import type { CertificateFacts, TlsMaterial } from "../chain/transport/tlsMaterial";
import { argumentWords } from "../text/argumentTrouble";
import { type LocalizableText, say, t, text } from "../text/catalogue";
import { connectionArguments, connectionUsage, timeoutOf, tlsOf } from "./connection/connectionOptions";
import { complainOfError, errorJson, errorLines } from "./connection/showError";
import { print, printJson } from "./print";
import { refuse, showUsage, type Usage } from "./usageText";

const usage: Usage = {
  synopsis: "chainside probe URL… [options]",
  summary: text(
    "Tries a connection step by step: certificate files, TCP, HTTP, TLS, JSON-RPC, group. Explains what to do about a step that fails.",
  ),
  options: connectionUsage,
  exitCodes: text("Exit code: 0 every address works, 1 one doesn't, 2 wrong command line."),
};

function readArguments(args: readonly string[]) {
  return parseArgs({ args: [...args], allowPositionals: true, options: connectionArguments });
}

const stepNames: Readonly<Record<ProbeStepName, LocalizableText>> = {
  files: text("certificate files"),
  tcp: text("TCP connection"),
  plain: text("plain HTTP"),
  tls: text("TLS"),
  jsonRpc: text("JSON-RPC"),
  group: text("group"),
};
const outcomes: Readonly<Record<ProbeStep["outcome"], LocalizableText>> = {
  passed: text("works"),
  failed: text("fails"),
  skipped: text("not tried"),
};

async function stepLines(step: ProbeStep): Promise<string[]> {
  const head = `  ${say(stepNames[step.name])}: ${say(outcomes[step.outcome])}`;
  if (step.outcome === "failed") return [head, ...(await errorLines(step.error)).map((line) => `    ${line}`)];
  if (step.outcome === "skipped") return [head];
  const facts = Object.entries(step.facts).filter(([, value]) => value !== "");
  return [`${head}${facts.length > 0 ? ` (${facts.map(([name, value]) => `${name} ${value}`).join(", ")})` : ""}`];
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
          `    ${say(label)}: ${facts.subject}; ${issuer}: ${facts.issuer}; ${until}: ${facts.validTo}${facts.expired ? ` (${over})` : ""}`,
        ]
      : [];
  const statement = (truth: boolean | undefined, yes: LocalizableText, no: LocalizableText): string[] => {
    const said = truth ? yes : no;
    return truth === undefined ? [] : [`    ${say(said)}`];
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

/** `chainside probe`: how far a connection comes. */
export async function runProbe(args: readonly string[]): Promise<number> {
  let parsed: ReturnType<typeof readArguments>;
  try {
    parsed = readArguments(args);
  } catch (error) {
    return refuse("probe", argumentWords(error), usage);
  }
  const { values, positionals } = parsed;
  const timeoutMs = timeoutOf(values.timeout);
  if (values.help) return showUsage(usage);
  if (timeoutMs === undefined) return refuse("probe", t("--timeout must be a number of milliseconds"), usage);
  if (positionals.length === 0) return refuse("probe", t("specify at least one address"), usage);
  let tls: TlsMaterial | undefined;
  let allWork = true;
  try {
    tls = await tlsOf(values);
    for (const url of positionals) {
      const limit = values.timeout === undefined ? {} : { timeoutMs };
      const report = await probeConnection({ url, tls, group: values.group, ...limit });
      allWork &&= report.ok;
      if (values.json) printJson(JSON.stringify(reportJson(report)));
      else await printReport(report);
    }
  } catch (thrown) {
    await complainOfError("probe", toChainError(thrown));
    return 2;
  }
  return allWork ? 0 : 1;
}
