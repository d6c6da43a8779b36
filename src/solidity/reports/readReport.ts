import { isJsonObject, type JsonObject, jsonLimits, parseBoundedJson } from "../../text/limits/boundedJson";
import { visibleLine } from "../../text/visibleText";

/** A stretch of lines and columns, from 0. */
interface ReportedRange {
  readonly startLine: number;
  readonly startChar: number;
  readonly endLine: number;
  readonly endChar: number;
}

/** Something that another program found in a source. All of it is that program's word. */
export interface ReportFinding {
  /** As the report names it, its folder before it where that is relative: only compared, never opened. */
  readonly file: string;
  readonly range: ReportedRange;
  readonly rule: string;
  readonly severity: "error" | "warning" | "information" | "hint";
  readonly message: string;
  /** Who says it: `Slither`. */
  readonly tool: string;
}

/** A finding whose file is written as in the report. */
type Found = Omit<ReportFinding, "tool">;

const maxWords = 2000;
const maxFindings = 5000;
const nowhere: ReportedRange = { startLine: 0, startChar: 0, endLine: 0, endChar: 0 };

const objectsOf = (value: unknown): readonly JsonObject[] => (Array.isArray(value) ? value.filter(isJsonObject) : []);
const textOf = (value: unknown): string => (typeof value === "string" ? value : "");
const wordsOf = (text: string): string => visibleLine(text.slice(0, maxWords).trim().split(/\s+/).join(" "));
const isRule = (text: string): boolean => /^[\w./-]{1,100}$/.test(text);
const positive = (value: unknown): number | undefined =>
  typeof value === "number" && Number.isSafeInteger(value) && value >= 1 ? value : undefined;

/** A place by lines and columns that count from 1; without an end it is empty, and editors mark the word. */
function rangeOf(line: unknown, column: unknown, endLine?: unknown, endColumn?: unknown): ReportedRange {
  const startLine = (positive(line) ?? 1) - 1;
  const startChar = (positive(column) ?? 1) - 1;
  const last = Math.max(startLine, (positive(endLine) ?? startLine + 1) - 1);
  const endChar = positive(endColumn);
  return { startLine, startChar, endLine: last, endChar: endChar === undefined ? startChar : endChar - 1 };
}

// Slither: `slither . --json FILE` ------------------------------------------------------------------------------------------------------

const slitherLevels: Readonly<Record<string, ReportFinding["severity"]>> = {
  High: "error",
  Medium: "warning",
  Low: "warning",
  Informational: "information",
  Optimization: "hint",
};

function slitherLocation(mapping: unknown): Pick<Found, "file" | "range"> | undefined {
  if (!isJsonObject(mapping)) return undefined;
  const file = textOf(mapping["filename_absolute"]) || textOf(mapping["filename_relative"]);
  const lines = (Array.isArray(mapping["lines"]) ? mapping["lines"] : []).flatMap((each) => positive(each) ?? []);
  const [first] = lines;
  const last = lines.at(-1);
  if (file === "" || first === undefined || last === undefined) return undefined;
  const range = rangeOf(first, mapping["starting_column"], Math.max(first, last), mapping["ending_column"] ?? 1);
  return { file, range };
}

function slither(given: unknown): Found[] | undefined {
  if (!isJsonObject(given) || given["success"] !== true || !isJsonObject(given["results"])) return undefined;
  return objectsOf(given["results"]["detectors"]).flatMap(({ check, impact, description, elements }) => {
    const place = objectsOf(elements)
      .map((each) => slitherLocation(each["source_mapping"]))
      .find((each) => each !== undefined);
    const rule = textOf(check);
    if (!place || !isRule(rule)) return [];
    const severity = slitherLevels[textOf(impact)] ?? "information";
    return [{ ...place, rule, severity, message: wordsOf(textOf(description)) }];
  });
}

// solhint: `solhint -f json FILE…` ------------------------------------------------------------------------------------------------------

function solhint(given: unknown): Found[] | undefined {
  if (!Array.isArray(given)) return undefined;
  const isReport = (each: JsonObject): boolean => "conclusion" in each || ("ruleId" in each && "filePath" in each);
  const entries = objectsOf(given);
  if (entries.length !== given.length || !entries.every(isReport)) return undefined;
  return entries.flatMap(({ filePath, line, column, severity, message, ruleId }) => {
    const [file, rule] = [textOf(filePath), textOf(ruleId)];
    if (file === "" || !isRule(rule)) return [];
    const level = /error/i.test(textOf(severity)) || severity === 2 ? "error" : "warning";
    return [{ file, range: rangeOf(line, column), rule, severity: level, message: wordsOf(textOf(message)) }];
  });
}

// Mythril: `myth analyze FILE -o json` --------------------------------------------------------------------------------------------------

const mythrilLevels: Readonly<Record<string, ReportFinding["severity"]>> = {
  High: "error",
  Medium: "warning",
  Low: "warning",
};

function mythril(given: unknown): Found[] | undefined {
  if (!isJsonObject(given) || !Array.isArray(given["issues"]) || !("success" in given)) return undefined;
  return objectsOf(given["issues"]).flatMap((issue) => {
    const [file, swc] = [textOf(issue["filename"]), textOf(issue["swc-id"])];
    if (file === "") return [];
    const title = textOf(issue["title"]);
    return [
      {
        file,
        range: rangeOf(issue["lineno"], 1),
        rule: /^\d{1,4}$/.test(swc) ? `SWC-${swc}` : "mythril",
        severity: mythrilLevels[textOf(issue["severity"])] ?? "warning",
        message: wordsOf(`${title === "" ? "" : `${title}: `}${textOf(issue["description"])}`),
      },
    ];
  });
}

// SARIF 2.1.0, as Wake and others write it -----------------------------------------------------------------------------------------------

const sarifLevels: Readonly<Record<string, ReportFinding["severity"]>> = {
  error: "error",
  warning: "warning",
  note: "information",
};

/** The path that an artifact's address names; undefined for what is no file. */
function sarifFile(uri: string): string | undefined {
  try {
    if (/^file:/i.test(uri)) return decodeURIComponent(new URL(uri).pathname);
    return /^[a-z][a-z0-9+.-]*:\/\//i.test(uri) ? undefined : decodeURIComponent(uri);
  } catch {
    return undefined;
  }
}

function sarifResult({ ruleId, level, message, locations }: JsonObject): Found[] {
  const place = objectsOf(locations)[0]?.["physicalLocation"];
  if (!isJsonObject(place)) return [];
  const artifact = place["artifactLocation"];
  const file = isJsonObject(artifact) ? sarifFile(textOf(artifact["uri"])) : undefined;
  const rule = textOf(ruleId);
  if (file === undefined || file === "" || !isRule(rule)) return [];
  const region = place["region"];
  const range = isJsonObject(region)
    ? rangeOf(region["startLine"], region["startColumn"], region["endLine"], region["endColumn"])
    : nowhere;
  const words = isJsonObject(message) ? textOf(message["text"]) : "";
  return [{ file, range, rule, severity: sarifLevels[textOf(level)] ?? "warning", message: wordsOf(words) }];
}

function sarif(given: unknown): ReportFinding[] | undefined {
  if (!isJsonObject(given) || !Array.isArray(given["runs"])) return undefined;
  return objectsOf(given["runs"]).flatMap(({ tool, results }) => {
    const driver = isJsonObject(tool) ? tool["driver"] : undefined;
    const name = wordsOf(isJsonObject(driver) ? textOf(driver["name"]) : "").slice(0, 60) || "SARIF";
    return objectsOf(results).flatMap((each) => sarifResult(each).map((found) => ({ ...found, tool: name })));
  });
}

/**
 * What another program found in sources: a report of Slither, solhint or Mythril as JSON, or SARIF of any (Wake writes it). Undefined for a
 * text that is none of these. All of it was written by others: paths are only told, words are shown as text.
 * @throws OutOfBounds; SyntaxError
 */
export function readReport(report: string): readonly ReportFinding[] | undefined {
  const given: unknown = parseBoundedJson(report, jsonLimits.compiled);
  const by = (tool: string, found: Found[] | undefined): ReportFinding[] | undefined =>
    found?.map((each) => ({ ...each, tool }));
  const found =
    sarif(given) ?? by("Slither", slither(given)) ?? by("Mythril", mythril(given)) ?? by("solhint", solhint(given));
  return found?.slice(0, maxFindings);
}
