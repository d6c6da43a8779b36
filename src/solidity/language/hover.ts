import { documentationOf, isNode } from "../program/syntaxTree";
import type { HoverAnswer } from "./questions";
import { signatureOf } from "./signature";
import type { Declaration, Reference, SyntaxIndex } from "./syntaxIndex";

const longestCode = 600;
const longestText = 4000;

/** The declaration as its author wrote it, without bodies and values. */
function codeOf(index: SyntaxIndex, declaration: Declaration): string {
  const { node, source, start, end } = declaration;
  const text = index.texts.get(source)?.text ?? "";
  const body = ["body", "value"].flatMap((field) => {
    const part = node[field];
    const range = isNode(part) ? index.rangeOf(source, part) : undefined;
    // Constants are worth showing whole.
    return range && !(field === "value" && node["constant"] === true) ? [range.start] : [];
  });
  let code = text.slice(start, Math.min(end, ...body, start + longestCode));
  if (["ContractDefinition"].includes(node.nodeType)) code = code.split("{", 1)[0] ?? code;
  const words = node.nodeType === "StructDefinition" || node.nodeType === "EnumDefinition" ? code : oneLine(code);
  const trimmed = words.trim().replace(/ ?=$/, "").trim();
  return declaration.parent && isMember(declaration) ? `${trimmed}\n// ${declaration.parent.name}` : trimmed;
}

const isMember = ({ node, parent }: Declaration): boolean =>
  parent?.node.nodeType === "ContractDefinition" && node.nodeType !== "ContractDefinition";

const oneLine = (code: string): string => code.split(/\s+/).join(" ");

/** The tags of a documentation comment; what stands before the first is a notice. */
function natspecOf(text: string): { tag: string; text: string }[] {
  const parts: { tag: string; text: string }[] = [];
  for (const line of text.slice(0, longestText).split(/\r?\n/)) {
    const words = line.trim().replace(/^\*{1,3} ?/, "");
    if (words.startsWith("@")) {
      const blank = words.search(/\s/);
      const tag = blank < 0 ? words.slice(1) : words.slice(1, blank);
      parts.push({ tag, text: blank < 0 ? "" : words.slice(blank).trim() });
      continue;
    }
    const last = parts.at(-1);
    if (last) last.text = `${last.text} ${words}`.trim();
    else if (words !== "") parts.push({ tag: "notice", text: words });
  }
  return parts;
}

function commentOf(index: SyntaxIndex, declaration: Declaration): string {
  const own = documentationOf(declaration.node);
  if (own !== "") return own;
  // A parameter is described where its function is.
  const { parent } = declaration;
  if (declaration.node.nodeType !== "VariableDeclaration" || !parent || parent.node.nodeType === "ContractDefinition")
    return "";
  const ofParent = natspecOf(commentOf(index, parent)).find(
    ({ tag, text }) => (tag === "param" || tag === "return") && text.split(/\s/, 1)[0] === declaration.name,
  );
  return ofParent ? ofParent.text.slice(declaration.name.length).trim() : "";
}

/** The documentation of a declaration; `@inheritdoc`, and silence, take that of the function it overrides. */
export function natspecFor(index: SyntaxIndex, declaration: Declaration, depth = 0): { tag: string; text: string }[] {
  const own = natspecOf(commentOf(index, declaration));
  const inherits = own.length === 0 || own.some(({ tag }) => tag === "inheritdoc");
  const bases = declaration.node["baseFunctions"];
  if (!inherits || !Array.isArray(bases) || depth > 8) return own;
  for (const id of bases as unknown[]) {
    const base = index.named(id);
    const found = base ? natspecFor(index, base, depth + 1) : [];
    if (found.length > 0) return found;
  }
  return own.filter(({ tag }) => tag !== "inheritdoc");
}

/** What is known of the thing that is named at a place. */
export function hoverOf(index: SyntaxIndex, reference: Reference): Omit<HoverAnswer, "range"> | undefined {
  const declaration = index.named(reference.id);
  if (!declaration) return undefined;
  const stored = index.storage.get(declaration.id);
  return {
    code: codeOf(index, declaration),
    natspec: natspecFor(index, declaration),
    signature: signatureOf(index, declaration),
    storage: stored && {
      slot: stored.entry.slot,
      offset: stored.entry.offset,
      bytes: stored.layout.types[stored.entry.type]?.numberOfBytes ?? "",
    },
  };
}
