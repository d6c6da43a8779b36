import { parseArgs } from "node:util";
import { toChainError } from "../chain/errors/dictionary";
import {
  type ProbeReport,
  type ProbeStep,
  type ProbeStepName,
  probeConnection,
} from "../chain/transport/probeConnection";
import type { CertificateFacts, TlsMaterial } from "../chain/transport/tlsMaterial";
import { connectionArguments, connectionUsage, timeoutOf, tlsOf } from "./connection/connectionOptions";
import { errorJson, errorLines } from "./connection/showError";
import { complain, print, printJson } from "./print";
import { loadTranslation, type Translate, terminalLocale } from "./translation";
import { type Usage, usageForTerminal } from "./usageText";

/** Marks a text for a person; Chinese stands in `l10n`. */
function text(english: string): string {
  return english;
}

const usage: Usage = {
  synopsis: "chainside probe URL… [options]",
  summary: {
    text: text(
      "Tries a connection step by step: certificate files, TCP, HTTP, TLS, JSON-RPC, group. Explains what to do about a step that fails.",
    ),
    args: [],
  },
  options: connectionUsage,
  exitCodes: { text: text("Exit code: 0 every address works, 1 one doesn't, 2 wrong command line."), args: [] },
};

function readArguments(args: readonly string[]) {
  return parseArgs({ args: [...args], allowPositionals: true, options: connectionArguments });
}

const stepNames: Readonly<Record<ProbeStepName, string>> = {
  files: text("certificate files"),
  tcp: text("TCP connection"),
  plain: text("plain HTTP"),
  tls: text("TLS"),
  jsonRpc: text("JSON-RPC"),
  group: text("group"),
};
const outcomes: Readonly<Record<ProbeStep["outcome"], string>> = {
  passed: text("works"),
  failed: text("fails"),
  skipped: text("not tried"),
};

async function stepLines(step: ProbeStep, say: Translate): Promise<string[]> {
  const t = (english: string): string => say(english) ?? english;
  const head = `  ${t(stepNames[step.name])}: ${t(outcomes[step.outcome])}`;
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
function certificateLines(
  { files, server, serverEncrypt }: ProbeReport,
  name: ProbeStepName,
  say: Translate,
): string[] {
  const t = (english: string): string => say(english) ?? english;
  const [issuer, until, over] = [t(words.issuer), t(words.until), t(words.over)];
  const line = (label: string, facts: CertificateFacts | undefined): string[] =>
    facts
      ? [
          `    ${t(label)}: ${facts.subject}; ${issuer}: ${facts.issuer}; ${until}: ${facts.validTo}${facts.expired ? ` (${over})` : ""}`,
        ]
      : [];
  const statement = (truth: boolean | undefined, yes: string, no: string): string[] => {
    const said = truth ? yes : no;
    return truth === undefined ? [] : [`    ${t(said)}`];
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

async function printReport(report: ProbeReport, say: Translate): Promise<void> {
  print(report.url);
  for (const step of report.steps) {
    for (const line of await stepLines(step, say)) print(line);
    for (const line of certificateLines(report, step.name, say)) print(line);
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
    complain(`chainside probe: ${error instanceof Error ? error.message : error}\n\n${await usageForTerminal(usage)}`);
    return 2;
  }
  const { values, positionals } = parsed;
  const timeoutMs = timeoutOf(values.timeout);
  if (values.help) {
    print(await usageForTerminal(usage));
    return 0;
  }
  if (positionals.length === 0 || timeoutMs === undefined) {
    complain(`chainside probe: name at least one address\n\n${await usageForTerminal(usage)}`);
    return 2;
  }
  const say = await loadTranslation(terminalLocale(process.env));
  let tls: TlsMaterial | undefined;
  let allWork = true;
  try {
    tls = await tlsOf(values);
    for (const url of positionals) {
      const limit = values.timeout === undefined ? {} : { timeoutMs };
      const report = await probeConnection({ url, tls, group: values.group, ...limit });
      allWork &&= report.ok;
      if (values.json) printJson(JSON.stringify(reportJson(report)));
      else await printReport(report, say);
    }
  } catch (thrown) {
    for (const line of await errorLines(toChainError(thrown))) complain(`chainside probe: ${line}`);
    return 2;
  }
  return allWork ? 0 : 1;
}
