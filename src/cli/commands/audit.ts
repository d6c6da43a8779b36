import { resolve } from "node:path";
import * as v from "valibot";
import { clientError } from "../../errors/clientError";
import type { AuditReport, BreakReason, RawLine } from "../../signing/audit/auditReading";
import { usualAuditFolder } from "../../signing/audit/folderAudit";
import { t, text } from "../../text/catalogue";
import { labelled, listed } from "../../text/joining";
import { codeOfThrown } from "../../text/thrownText";
import { unmistakableLine } from "../../text/visibleText";
import { auditFolder } from "../audit/terminalAudit";
import { type ReportedCommand, type Telling, tellResult } from "../operations/tellResult";
import { type CommandLine, commandOf, requireNoArguments, WrongCommandLine } from "../options/commandLine";
import { integerOf } from "../options/optionValues";
import { print } from "../output/print";
import type { Usage } from "../output/usageText";

const usualCount = 20;

const usage: Usage = {
  synopsis: [
    "chainside audit show [--last N] [--folder FOLDER] [--json]",
    "chainside audit verify [--contains HASH] [--folder FOLDER] [--json]",
  ],
  summary: text(
    "Shows the audit log of this user, or checks that no line of it was changed, left out, or put in: what was signed, who agreed, and what became of it.",
  ),
  options: [
    ["--last N", text("how many lines are shown (default: {0})", usualCount)],
    ["--contains HASH", text("whether the log still holds this line: a hash that verify printed before")],
    [
      "--folder FOLDER",
      text("where the log is (default: the environment variable CHAINSIDE_AUDIT, else a folder of your own)"),
    ],
    ["--json", text("print one line of JSON")],
  ],
  exitCodes: text("Exit code: 0 shown or whole, 1 broken or incomplete, 2 wrong command line or no log."),
};

const auditArguments = {
  last: { type: "string" },
  contains: { type: "string" },
  folder: { type: "string" },
  json: { type: "boolean", default: false },
} as const;

const record = v.record(v.string(), v.unknown());
const place = { file: v.string(), line: v.number() };

const shown: ReportedCommand = {
  noun: "audit",
  verb: "show",
  result: v.object({
    folder: v.string(),
    lines: v.array(v.object({ ...place, torn: v.optional(v.boolean()), entry: v.optional(record) })),
  }),
};

const verified: ReportedCommand = {
  noun: "audit",
  verb: "verify",
  result: v.object({
    folder: v.string(),
    whole: v.boolean(),
    files: v.number(),
    lines: v.number(),
    broken: v.optional(v.object({ ...place, reason: v.string() })),
    torn: v.array(v.object(place)),
    missing: v.array(v.string()),
    end: v.string(),
    contains: v.optional(v.boolean()),
  }),
};

/** What the log says of itself, for the one who reads it: any of it may come from outside. */
const messageOf = (value: unknown): string => (value === undefined ? "" : unmistakableLine(String(value)));
const part = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null ? (value as Readonly<Record<string, unknown>>)[name] : undefined;

const basisText = (by: unknown): string => {
  switch (by) {
    case "person":
      return t("asked");
    case "before":
      return t("agreed beforehand, by an option");
    case "run":
      return t("by the agreement to the whole run");
    default:
      return t("by the connection's access");
  }
};

function outcomeText(outcome: unknown): string {
  const code = messageOf(part(outcome, "code"));
  switch (part(outcome, "kind")) {
    case "inBlock":
      return t("in block {0}, status {1}", messageOf(part(outcome, "block")), messageOf(part(outcome, "status")));
    case "refused":
      return t("refused: {0}", code);
    case "expired":
      return t("expired");
    case "unsigned":
      return t("not signed: {0}", code);
    default:
      return t("not known: {0}", code);
  }
}

function entryText(value: NonNullable<RawLine["value"]>): string {
  const { event, hash, request, consent, front, code, outcome, expected } = value;
  const sentence = messageOf(part(request, "sentence"));
  switch (event) {
    case "consent":
      return t(
        "{0} agreed to {1} ({2}, {3}): {4}",
        messageOf(value["user"]),
        messageOf(hash),
        messageOf(part(consent, "front")),
        basisText(part(consent, "by")),
        sentence,
      );
    case "declined":
      return t(
        "{0} didn't agree to {1} ({2}, {3}): {4}",
        messageOf(value["user"]),
        messageOf(hash),
        messageOf(front),
        messageOf(code),
        sentence,
      );
    case "exported":
      return t(
        "{0} exported {1} to be signed elsewhere ({2}): {3}",
        messageOf(value["user"]),
        messageOf(hash),
        messageOf(front),
        sentence,
      );
    case "sent":
      return t(
        "{0} sends {1}, which was signed elsewhere ({2}): {3}",
        messageOf(value["user"]),
        messageOf(hash),
        messageOf(front),
        sentence,
      );
    case "call":
      return t(
        "{0} agreed to a signed call {1} ({2}, {3}): {4}",
        messageOf(value["user"]),
        messageOf(hash),
        messageOf(part(consent, "front")),
        basisText(part(consent, "by")),
        sentence,
      );
    case "load":
      return t(
        "{0} agreed to a load {1} ({2}, {3}) on {4}: {5}, at most {6} transactions",
        messageOf(value["user"]),
        messageOf(value["run"]),
        messageOf(part(consent, "front")),
        basisText(part(consent, "by")),
        messageOf(value["connection"]),
        messageOf(part(request, "workload")),
        messageOf(part(request, "count")),
      );
    case "loaded":
      return t(
        "Load {0}: {1} transactions sent, {2} succeeded",
        messageOf(value["run"]),
        messageOf(value["sent"]),
        messageOf(value["succeeded"]),
      );
    case "outcome":
      return labelled(messageOf(hash), outcomeText(outcome));
    case "gap":
      return t("Lines were lost before this one: the log ended with {0}.", messageOf(expected));
    default:
      return messageOf(event);
  }
}

const lineText = ({ file, number, value }: RawLine): string =>
  value
    ? `${messageOf(value["time"])}  ${entryText(value)}`
    : t("{0}, line {1}: interrupted while it was written", file, number);

async function show(folder: string, count: number): Promise<Telling> {
  const { lastLines } = await import("../../signing/audit/auditReading");
  const lines = await lastLines(folder, count);
  if (lines.length === 0) throw clientError("auditMissing", { folder });
  return {
    result: {
      folder,
      lines: lines.map(({ file, number, value }) => ({
        file,
        line: number,
        ...(value ? { entry: value } : { torn: true }),
      })),
    },
    show: () => print(lines.map(lineText).join("\n")),
  };
}

function breakText({ file, line, reason }: NonNullable<AuditReport["broken"]>): string {
  const sentences: Readonly<Record<BreakReason, string>> = {
    doesNotFollow: t(
      "{0}, line {1} doesn't follow the line before it: that one was changed, lines were left out, or this one was put in.",
      file,
      line,
    ),
    lostBefore: t("{0}, line {1}: lines before it were lost.", file, line),
    endMissing: t("The log's end is missing or was changed: the line that was written last isn't there."),
  };
  return sentences[reason];
}

function reportLines({ files, lines, broken, torn, missing, end, contains }: AuditReport): string[] {
  return [
    ...(broken ? [`! ${breakText(broken)}`] : []),
    ...(missing.length > 0 ? [`! ${t("Files are missing: {0}", listed(missing))}`] : []),
    ...(contains === false ? [`! ${t("The log doesn't hold the line of this hash.")}`] : []),
    ...torn.map(({ file, line }) => t("{0}, line {1}: interrupted while it was written", file, line)),
    t("Files: {0}, lines: {1}", files, lines),
    t("Hash of the last line: {0}", end),
  ];
}

async function verify(folder: string, wanted: string | undefined): Promise<Telling> {
  const { checkAudit } = await import("../../signing/audit/auditReading");
  const report = await checkAudit(folder, wanted);
  const { broken, missing, contains } = report;
  if (report.files === 0 && !broken) throw clientError("auditMissing", { folder });
  const whole = !broken && missing.length === 0 && contains !== false;
  return {
    result: { folder, whole, ...report },
    show: () => {
      print(reportLines(report).join("\n"));
      if (whole) print(t("Each line follows the one before it."));
    },
    code: whole ? 0 : 1,
  };
}

interface AuditOrder {
  readonly reported: ReportedCommand;
  readonly json: boolean;
  readonly work: (folder: string) => Promise<Telling>;
  readonly folder: string | undefined;
}

const commandLine: CommandLine<typeof auditArguments, AuditOrder> = {
  name: "audit",
  usage,
  options: auditArguments,
  read: ({ values, positionals: [word, ...words] }) => {
    requireNoArguments(words);
    const { json, last, contains, folder } = values;
    if (word === "show") {
      const count = integerOf("last", last, { max: 1_000_000 }) ?? usualCount;
      return { reported: shown, json, folder, work: (place) => show(place, count) };
    }
    if (word !== "verify") throw new WrongCommandLine(t("specify one of {0}", listed(["show", "verify"])));
    const wanted = contains?.toLowerCase();
    if (wanted !== undefined && !/^[0-9a-f]{64}$/.test(wanted))
      throw new WrongCommandLine(t("{0} must be 64 hex digits", "--contains"));
    return { reported: verified, json, folder, work: (place) => verify(place, wanted) };
  },
};

/** `chainside audit`: what this user signed, and whether the log of it is whole. */
export const runAudit = commandOf(commandLine, async ({ reported, json, work, folder: typed }) => {
  const folder = typed === undefined ? (auditFolder(typed) ?? usualAuditFolder(process.env)) : resolve(typed);
  return tellResult(reported, json, () =>
    work(folder).catch((error: unknown) => {
      if (codeOfThrown(error) === "ENOENT") throw clientError("auditMissing", { folder }, { cause: error });
      throw error;
    }),
  );
});
