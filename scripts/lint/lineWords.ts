import { Visitor } from "oxc-parser";
import { contextKeys } from "../../src/extension/kit/manifest/contextKeys";
import type { NamedPart } from "../manifest/contributions";
import { readParts } from "../manifest/readParts";
import { readSources, type SourceFile } from "./sources";

/** Where the words of lines stand: `context` of a line, or what makes one. */
const places = /^context(?:Of)?$/;

/** All texts below a node of a syntax tree. */
function textsIn(node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap(textsIn);
  if (typeof node !== "object" || node === null) return [];
  const { type, value } = node as { type?: unknown; value?: unknown };
  if (type === "Literal") return typeof value === "string" ? [value] : [];
  return Object.values(node).flatMap(textsIn);
}

/** Words that lines say, by the code that makes them. */
function shownWords({ program }: SourceFile): string[] {
  const messages: string[] = [];
  new Visitor({
    Property({ key, value }) {
      if (key.type === "Identifier" && places.test(key.name)) messages.push(...textsIn(value));
    },
    VariableDeclarator({ id, init }) {
      if (id.type === "Identifier" && places.test(id.name)) messages.push(...textsIn(init));
    },
    FunctionDeclaration({ id, body }) {
      if (id && places.test(id.name)) messages.push(...textsIn(body));
    },
    AssignmentExpression({ left, right }) {
      if (
        left.type === "MemberExpression" &&
        left.property.type === "Identifier" &&
        left.property.name === "contextValue"
      )
        messages.push(...textsIn(right));
    },
  }).visit(program);
  return messages;
}

/** Words that entries of menus want of a line, or want not. */
const wantedWords = ({ part }: NamedPart): string[] =>
  Object.values(part.commands ?? {}).flatMap(({ menus = [] }) =>
    menus.flatMap((entry) =>
      "view" in entry
        ? [
            ...[entry.line ?? []].flat().flatMap((words) => words.split(" ")),
            ...(entry.and ?? []),
            ...(entry.not === undefined ? [] : [entry.not]),
            ...(entry.writable ? ["writable"] : []),
          ]
        : [],
    ),
  );

/** Words of the one list that no line says or no menu wants. That there are no others the types see to. */
export function lineWordProblems(
  words: readonly string[],
  sources: readonly SourceFile[],
  parts: readonly NamedPart[],
): string[] {
  const messages = new Set(sources.flatMap(shownWords));
  const wanted = new Set(parts.flatMap(wantedWords));
  return words.flatMap((word) => [
    ...(messages.has(word) ? [] : [`kit/manifest/contextWords: no line says "${word}"`]),
    ...(wanted.has(word) ? [] : [`kit/manifest/contextWords: no menu wants "${word}"`]),
  ]);
}

export async function checkLineWords(): Promise<string[]> {
  const sources = readSources("src/extension").filter(({ path }) => !path.endsWith("/manifest.ts"));
  return lineWordProblems(contextKeys, sources, await readParts());
}
