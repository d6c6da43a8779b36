import { readParts } from "../../yaml/readYaml";
import { member, textOf, type YamlValue } from "../../yaml/value";
import { commonKeys } from "../language/scenario";
import { lineOf } from "./facts";

/** A part of a scenario with its lines, from 1. */
export interface OutlinePart {
  readonly name: string;
  readonly detail: string;
  readonly kind: "section" | "account" | "variable" | "step";
  readonly line: number;
  readonly endLine: number;
  readonly children: readonly OutlinePart[];
  /** What a step begins with: `send`. */
  readonly word?: string;
}

/** What an editor shows of a scenario's structure, also of one that is half written. */
interface ScenarioOutline {
  readonly title: string;
  /** It can be run: it has steps and is no mere part of others. */
  readonly runnable: boolean;
  /** Line where the title stands, else that of the steps; from 1. */
  readonly titleLine: number;
  /** Line of the matrix. */
  readonly matrixLine: number | undefined;
  readonly parts: readonly OutlinePart[];
}

const childKinds = { accounts: "account", variables: "variable" } as const;

function stepPart(step: YamlValue, endLine: number): OutlinePart | undefined {
  if (step.kind !== "map" || !step.entries[0]) return undefined;
  const [first] = step.entries;
  const given = textOf(member(step, "name"));
  const action = step.entries.find(({ key }) => !commonKeys.includes(key)) ?? first;
  const message = `${action.key} ${lineOf(action.value)}`.trim();
  return {
    name: given ?? message,
    detail: given === undefined ? (textOf(member(step, "from")) ?? "") : message,
    kind: "step",
    word: action.key,
    line: first.place.line,
    endLine,
    children: [],
  };
}

function childrenOf(key: string, value: YamlValue, endLine: number): OutlinePart[] {
  if (value.kind === "list" && key === "steps") {
    return value.items.flatMap((step, index) => {
      const next = value.items[index + 1];
      return stepPart(step, next ? Math.max(step.place.line, next.place.line - 1) : endLine) ?? [];
    });
  }
  const kind = key === "accounts" || key === "variables" ? childKinds[key] : undefined;
  if (!kind || value.kind !== "map") return [];
  return value.entries.map((entry) => {
    const { line } = entry.place;
    return { name: entry.key, detail: lineOf(entry.value), kind, line, endLine: line, children: [] };
  });
}

/** Takes a scenario apart into what an outline shows. */
export function scenarioOutline(source: string, file: string): ScenarioOutline {
  const { value: root } = readParts(source, file);
  const lines = source.split("\n").length;
  const entries = root.kind === "map" ? root.entries : [];
  const parts = entries.map((entry, index): OutlinePart => {
    const { line } = entry.place;
    const endLine = Math.max(line, (entries[index + 1]?.place.line ?? lines + 1) - 1);
    const children = childrenOf(entry.key, entry.value, endLine);
    const detail = children.length > 0 ? String(children.length) : lineOf(entry.value);
    return { name: entry.key, detail, kind: "section", line, endLine, children };
  });
  const lineFor = (key: string): number | undefined => parts.find(({ name }) => name === key)?.line;
  return {
    title: textOf(member(root, "scenario")) ?? "",
    runnable: lineFor("scenario") !== undefined && lineFor("steps") !== undefined,
    titleLine: lineFor("scenario") ?? lineFor("steps") ?? 1,
    matrixLine: lineFor("matrix"),
    parts,
  };
}
