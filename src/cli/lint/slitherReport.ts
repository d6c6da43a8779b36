import { resolve } from "node:path";
import { isJsonObject, type JsonObject, jsonLimits, parseBoundedJson } from "../../text/limits/boundedJson";
import { visibleLine } from "../../text/visibleText";
import type { FileFindings, ReportedFinding } from "./lintReport";

const severities: Readonly<Record<string, ReportedFinding["severity"]>> = {
  High: "error",
  Medium: "warning",
  Low: "warning",
  Informational: "information",
  Optimization: "hint",
};
const mostWords = 2000;

const objectsOf = (value: unknown): readonly JsonObject[] => (Array.isArray(value) ? value.filter(isJsonObject) : []);
const textOf = (value: unknown): string => (typeof value === "string" ? value : "");
const positive = (value: unknown): number | undefined =>
  typeof value === "number" && Number.isSafeInteger(value) && value >= 1 ? value : undefined;

/** Where something stands: the lines and columns that Slither counts from 1; undefined for what has no place. */
function placeOf(mapping: unknown): { readonly file: string; readonly range: ReportedFinding["range"] } | undefined {
  if (!isJsonObject(mapping)) return undefined;
  const file = textOf(mapping["filename_absolute"]) || textOf(mapping["filename_relative"]);
  const lines = (Array.isArray(mapping["lines"]) ? mapping["lines"] : []).flatMap((each) => positive(each) ?? []);
  const [first] = lines;
  const last = lines.at(-1);
  if (file === "" || first === undefined || last === undefined) return undefined;
  const startChar = (positive(mapping["starting_column"]) ?? 1) - 1;
  const endChar = (positive(mapping["ending_column"]) ?? 1) - 1;
  return { file, range: { startLine: first - 1, startChar, endLine: Math.max(first, last) - 1, endChar } };
}

/**
 * What Slither found (`slither . --json FILE`), each at the first of its places; undefined for a text that is no such report. Nothing of
 * Slither is run. All of it was written by others: paths are only compared, words are shown as text.
 * @param folder that its relative paths start from, absolute
 * @throws OutOfBounds; SyntaxError
 */
export function readSlither(report: string, folder: string): readonly FileFindings[] | undefined {
  const given: unknown = parseBoundedJson(report, jsonLimits.compiled);
  if (!isJsonObject(given) || given["success"] !== true || !isJsonObject(given["results"])) return undefined;
  const files = new Map<string, ReportedFinding[]>();
  for (const { check, impact, description, elements } of objectsOf(given["results"]["detectors"])) {
    const place = objectsOf(elements)
      .map((each) => placeOf(each["source_mapping"]))
      .find((each) => each !== undefined);
    const rule = textOf(check);
    if (!place || !/^[\w-]{1,80}$/.test(rule)) continue;
    const words = visibleLine(textOf(description).slice(0, mostWords).trim().split(/\s+/).join(" "));
    const path = resolve(folder, place.file);
    const list = files.get(path) ?? [];
    files.set(path, list);
    const severity = severities[textOf(impact)] ?? "information";
    list.push({ range: place.range, rule, severity, message: { text: "{0}", args: [words] }, tool: "Slither" });
  }
  return [...files].map(([file, findings]) => ({ file, findings }));
}
