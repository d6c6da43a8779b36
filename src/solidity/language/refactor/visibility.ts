import type { Declaration } from "../names/declarations";
import { declarationsOf, familyOf, placesOf } from "../names/places";
import { type Refactoring, type Selected, staysWhole } from "./refactoring";

const visibilities = ["external", "public", "internal", "private"] as const;
type Visibility = (typeof visibilities)[number];

/** How something is used, as far as its visibility goes. */
interface Use {
  /** From outside of what inherits from its contract, or through `this` or another contract's value. */
  readonly outside: boolean;
  /** By its bare name, `super.` or the name of a contract. */
  readonly inside: boolean;
  /** From a contract that inherits from its own. */
  readonly inherited: boolean;
}

/** The word before the dot that stands before an offset; undefined where there is no dot, empty where what is before it is no word. */
function wordBeforeDot(text: string, offset: number): string | undefined {
  let at = offset;
  const skipBlanks = (): void => {
    while (at > 0 && /\s/.test(text[at - 1] ?? "")) at--;
  };
  skipBlanks();
  if (text[at - 1] !== ".") return undefined;
  at--;
  skipBlanks();
  const end = at;
  while (at > 0 && /[\w$]/.test(text[at - 1] ?? "")) at--;
  return text.slice(at, end);
}

function useOf({ project }: Selected, declaration: Declaration): Use {
  const { names } = project;
  const home = declaration.contract;
  const contracts = new Set(home ? names.line(home).map(({ name }) => name.text) : []);
  const use = { outside: false, inside: false, inherited: false };
  for (const { file, start, end, isDeclaration } of placesOf(project, new Set([declaration]))) {
    if (isDeclaration) continue;
    const { text } = file;
    const around = file.items.find((each) => each.kind === "contract" && each.start <= start && start <= each.end);
    const before = wordBeforeDot(text, start);
    // `f.selector` and `f.address` are only there for what can be called from outside.
    const isMeantOutside = /^\s*\.\s*(?:selector|address)\b/.test(text.slice(end, end + 100));
    const isHeir = around !== undefined && home !== undefined && around !== home && names.inherits(around, home);
    if (isMeantOutside || (around !== home && !isHeir)) use.outside = true;
    else if (before !== undefined && before !== "super" && !contracts.has(before)) use.outside = true;
    else use.inside = true;
    if (isHeir) use.inherited = true;
  }
  return use;
}

/** Which other visibilities leave every use as it is. */
function possible({ outside, inside, inherited }: Use, isVariable: boolean): readonly Visibility[] {
  return visibilities.filter((each) => {
    if (each === "external") return !isVariable && !inside;
    if (each === "internal") return !outside;
    return each === "public" || (!outside && !inherited);
  });
}

/** The function or state variable whose head an offset is in. */
export function headAt({ project, file, start }: Selected): Declaration | undefined {
  for (const each of declarationsOf(project, file)) {
    const { parent, function: node, variable, role } = each;
    if (parent?.kind !== "contract" || parent.contractNode?.form !== "contract") continue;
    if (node?.form === "function" && node.start <= start && start <= (node.body?.start ?? node.end)) return each;
    if (variable && role === "state" && variable.start <= start && start <= variable.name.end) return each;
  }
  return undefined;
}

/** Where a visibility stands in a head, or would stand. */
function placeOf(
  { file }: Selected,
  declaration: Declaration,
): { start: number; end: number; isThere: boolean } | undefined {
  const { function: node, variable } = declaration;
  const from = node ? node.headEnd : (variable?.type?.end ?? declaration.start);
  const until = node ? (node.body?.start ?? node.end) : declaration.name.start;
  const { tokens } = file;
  let depth = 0;
  for (let i = 0; i < tokens.count; i++) {
    const [start = 0, end = 0, word = ""] = [tokens.starts[i], tokens.ends[i], tokens.words[i]];
    if (start < from) continue;
    if (start >= until) break;
    if (word === "(") depth++;
    else if (word === ")") depth--;
    else if (depth === 0 && (visibilities as readonly string[]).includes(word)) return { start, end, isThere: true };
  }
  return { start: from, end: from, isThere: false };
}

/**
 * Other visibilities of the function or state variable whose head an offset is in: those under which everything that names it goes on
 * to. Not for what overrides or is overridden, whose visibility is settled by others.
 * @param selected in a project with everything that may name it
 */
export function otherVisibilities(selected: Selected): Refactoring[] {
  const { project, file } = selected;
  const declaration = headAt(selected);
  const place = declaration && placeOf(selected, declaration);
  if (!declaration || !place || file.tree.faults.length > 0) return [];
  const { words } = declaration;
  const overrides = declaration.function?.overrides.length || words.includes("override") || words.includes("virtual");
  if (overrides || familyOf(project, [declaration]).size > 1) return [];
  const isVariable = declaration.variable !== undefined;
  const now =
    words.find((word) => (visibilities as readonly string[]).includes(word)) ?? (isVariable ? "internal" : "public");
  return possible(useOf(selected, declaration), isVariable)
    .filter((each) => each !== now)
    .flatMap((value): Refactoring[] => {
      const changes = [{ start: place.start, end: place.end, text: place.isThere ? value : ` ${value}` }];
      return staysWhole(project, file, changes) ? [{ kind: "visibility", value, changes }] : [];
    });
}
