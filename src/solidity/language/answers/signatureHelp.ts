import { say } from "../../../text/catalogue";
import { builtInCallAt } from "../builtInHelp";
import { lineOf } from "../completion";
import { summaryOf } from "../hover";
import type { BoundCall } from "../names/binding";
import type { Declaration } from "../names/declarations";
import { yulBuiltIns } from "../names/yulBuiltIns";
import { tokenBefore } from "../syntax/lexer";
import type { YulCall } from "../syntax/nodes";
import { partsAround } from "../syntax/walk";
import type { PlaceAsked } from "./asked";

/** A function that may be called, with what it takes. */
interface CallSignature {
  /** `transfer(address to, uint256 value) returns (bool)` */
  readonly label: string;
  readonly documentation: string;
  /** Stretches of the label. */
  readonly parameters: readonly { readonly start: number; readonly end: number; readonly documentation: string }[];
}

interface SignatureHelp {
  readonly signatures: readonly CallSignature[];
  /** Index of the parameter that is written; as many as there are: none. */
  readonly parameter: number;
}

/** The innermost call whose parentheses are around an offset; of one that isn't closed, up to what stands there. */
function callAt({ project, file, offset }: PlaceAsked): BoundCall | undefined {
  let found: BoundCall | undefined;
  for (const call of project.names.bind(file).calls) {
    const { open, end } = call.node;
    if (open > offset || (found && open < found.node.open)) continue;
    const isClosed = file.text[end - 1] === ")" && end > open;
    const isInside = isClosed ? offset < end : offset <= end || file.text.slice(end, offset).trim() === "";
    if (isInside) found = call;
  }
  return found;
}

/** What the function takes that gives a variable to others, as its type is written: keys of mappings, and places in lists. */
function getterTakes({ file, type }: Declaration): string[] {
  const taken: string[] = [];
  for (let each = type; each; ) {
    if (each.kind === "mappingType" && each.key) {
      const [key = ""] = file.text.slice(each.key.start, each.value?.start ?? each.end).split("=>", 1);
      taken.push(lineOf({ text: key }, 0, key.length));
      each = each.value;
    } else if (each.kind === "arrayType") {
      taken.push("uint256");
      each = each.base;
    } else break;
  }
  return taken;
}

function signatureOf({ project }: PlaceAsked, declaration: Declaration, isAttached: boolean): CallSignature {
  const { file, parent } = declaration;
  let label = `${declaration.isConstructor && parent ? parent.name.text : declaration.name.text}(`;
  const parameters: CallSignature["parameters"][number][] = [];
  const add = (written: string, documentation: string): void => {
    if (parameters.length > 0) label += ", ";
    parameters.push({ start: label.length, end: label.length + written.length, documentation });
    label += written;
  };
  if (declaration.kind === "variable") for (const each of getterTakes(declaration)) add(each, "");
  for (const each of declaration.taken.slice(isAttached ? 1 : 0))
    add(lineOf(file, each.start, each.end), each.name.text === "" ? "" : summaryOf(project, each));
  label += ")";
  const returns = declaration.function?.returns ?? [];
  if (returns.length > 0) label += ` returns (${returns.map((each) => lineOf(file, each.start, each.end)).join(", ")})`;
  return { label, documentation: summaryOf(project, declaration), parameters };
}

/** One way to call what the language gives: its parameters are what stands in its parentheses. */
function builtInSignature(label: string, documentation: string): CallSignature {
  const open = label.indexOf("(") + 1;
  const close = label.indexOf(")", open);
  const parameters: CallSignature["parameters"][number][] = [];
  for (let start = open; open > 0 && start < close; ) {
    const comma = label.indexOf(", ", start);
    const end = comma < 0 || comma > close ? close : comma;
    parameters.push({ start, end, documentation: "" });
    start = end + 2;
  }
  return { label, documentation, parameters };
}

function builtInHelp({ node, builtIn }: NonNullable<ReturnType<typeof builtInCallAt>>, offset: number): SignatureHelp {
  const about = say(builtIn.about);
  const all = builtIn.code.map((label) => builtInSignature(label, about));
  const parameter = node.commas.filter((comma) => comma < offset).length;
  // Those that take as much come first; what takes any values takes all that is left as its last.
  const signatures = [
    ...all.filter(({ parameters }) => parameters.length > parameter),
    ...all.filter(({ parameters }) => parameters.length <= parameter),
  ];
  const [first] = signatures;
  const last = (first?.parameters.length ?? 1) - 1;
  const takesAny = first?.parameters[last] && first.label.slice(first.parameters[last].start).startsWith("any ");
  return { signatures, parameter: takesAny ? Math.min(parameter, last) : parameter };
}

/** What is called in inline assembly around an offset: an instruction, or a function of the assembly itself. */
function yulHelp({ project, file, offset }: PlaceAsked): SignatureHelp | undefined {
  const { tokens } = file;
  // One that isn't closed ends with what was written last.
  const written = Math.min(offset, tokens.ends[tokenBefore(tokens, offset)] ?? offset);
  const call = partsAround(file.tree.items, written).findLast(
    (part): part is YulCall =>
      part.kind === "yulCall" && part.name.end < offset && (offset < part.end || file.text[part.end - 1] !== ")"),
  );
  if (!call) return undefined;
  let [at, depth, parameter] = [tokenBefore(tokens, call.name.end) + 1, 0, 0];
  for (; at < tokens.count && (tokens.starts[at] ?? 0) < offset; at++) {
    const word = tokens.words[at];
    if (word === "(") depth++;
    else if (word === ")") depth--;
    else if (word === "," && depth === 1) parameter++;
  }
  const reference = project.names.bind(file).references.find(({ start }) => start === call.name.start);
  const node = reference?.to[0]?.node;
  if (node && "kind" in node && node.kind === "yulFunction") {
    const label = lineOf(file, node.name.start, node.body.start);
    return { signatures: [builtInSignature(label, "")], parameter };
  }
  const builtIn = yulBuiltIns.get(call.name.text);
  const documentation = builtIn?.about ? say(builtIn.about) : "";
  return builtIn && { signatures: builtIn.code.map((label) => builtInSignature(label, documentation)), parameter };
}

/** The functions that are called around an offset, and which parameter is written there. */
export function signatureHelpAt(asked: PlaceAsked): SignatureHelp | undefined {
  const inAssembly = yulHelp(asked);
  if (inAssembly) return inAssembly;
  const call = callAt(asked);
  const given = builtInCallAt(asked.project, asked.file, asked.offset);
  if (given && (!call || given.node.open > call.node.open)) return builtInHelp(given, asked.offset);
  if (!call || call.to.length === 0) return undefined;
  const { commas, names, values } = call.node;
  let parameter = commas.filter((comma) => comma < asked.offset).length;
  if (names) {
    const at = names.findLastIndex(({ start }) => start <= asked.offset);
    const named = names[Math.max(0, at)]?.text;
    const [first] = call.to;
    const all = first ? first.taken.slice(call.isAttached ? 1 : 0) : [];
    const index = all.findIndex(({ name }) => name.text === named);
    parameter = index < 0 ? all.length : index;
  } else if (commas.length === 0 && values.length > 1) {
    // Arguments of modifiers and bases are noted without their commas.
    parameter = values.filter(({ end }) => end < asked.offset).length;
  }
  return { signatures: call.to.map((each) => signatureOf(asked, each, call.isAttached)), parameter };
}
