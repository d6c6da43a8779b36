import type { Declaration } from "./names/declarations";
import { documentationOf } from "./names/documentation";
import type { ProjectNames } from "./names/places";
import type { HoverAnswer } from "./questions";
import { signatureOf } from "./signature";

const maxCodeLength = 600;
const maxTextLength = 4000;

/** A text with one blank in place of each row of blanks and ends of lines. */
export const oneLine = (code: string): string => code.trim().split(/\s+/).join(" ");

/** Where what is worth showing of a declaration ends: bodies and values aren't. */
function shownEnd(declaration: Declaration): number {
  const { variable, end } = declaration;
  const body = declaration.function?.body;
  if (body) return body.start;
  const contract = declaration.contractNode;
  if (contract) return contract.open;
  // Constants are worth showing whole.
  return variable?.value && !variable.words.includes("constant") ? variable.value.start : end;
}

/** The declaration as its author wrote it, without bodies and values. */
function codeOf(declaration: Declaration): string {
  const { start, parent, kind, file } = declaration;
  if (kind === "enumValue" && parent) return `${parent.name.text}.${declaration.name.text}`;
  const code = file.text.slice(start, Math.min(shownEnd(declaration), start + maxCodeLength));
  const words = kind === "struct" || kind === "enum" ? code.trim() : oneLine(code);
  const trimmed = words.replace(/ ?=$/, "").trim();
  return parent?.kind === "contract" && kind !== "contract" ? `${trimmed}\n// ${parent.name.text}` : trimmed;
}

/** The tags of a documentation comment; what stands before the first is a notice. */
function natspecOf(text: string): { tag: string; text: string }[] {
  const parts: { tag: string; text: string }[] = [];
  for (const line of text.slice(0, maxTextLength).split("\n")) {
    const words = line.trim();
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

/** The functions right above that a function overrides. */
function overriddenBy({ names }: ProjectNames, declaration: Declaration): Declaration[] {
  const { contract } = declaration;
  if (!contract || (declaration.kind !== "function" && declaration.role !== "state")) return [];
  const key = names.parameterKey(declaration);
  return names
    .line(contract)
    .slice(1)
    .flatMap(({ members }) => members)
    .filter(
      (each) =>
        each.kind === "function" && each.name.text === declaration.name.text && names.parameterKey(each) === key,
    );
}

/** The documentation of a declaration; `@inheritdoc`, and silence, take that of the function it overrides. */
function natspecFor(project: ProjectNames, declaration: Declaration): { tag: string; text: string }[] {
  const { parent, role } = declaration;
  // A parameter is described where its function is.
  if ((role === "parameter" || role === "return" || role === "field") && parent) {
    const found = natspecFor(project, parent).find(
      ({ tag, text }) => (tag === "param" || tag === "return") && text.split(/\s/, 1)[0] === declaration.name.text,
    );
    if (found) return [{ tag: "notice", text: found.text.slice(declaration.name.text.length).trim() }];
    return role === "field" ? natspecOf(documentationOf(declaration)) : [];
  }
  const own = natspecOf(documentationOf(declaration));
  if (own.length > 0 && !own.some(({ tag }) => tag === "inheritdoc")) return own;
  for (const base of overriddenBy(project, declaration)) {
    const found = natspecOf(documentationOf(base)).filter(({ tag }) => tag !== "inheritdoc");
    if (found.length > 0) return found;
  }
  return own.filter(({ tag }) => tag !== "inheritdoc");
}

/** What a declaration does, in its author's words. */
export const summaryOf = (project: ProjectNames, declaration: Declaration): string =>
  natspecFor(project, declaration)
    .filter(({ tag }) => tag === "notice" || tag === "dev")
    .map(({ text }) => text)
    .join("\n\n");

/** What is known of a declaration. */
export function hoverOf(
  project: ProjectNames,
  declaration: Declaration,
  storage: HoverAnswer["storage"],
): Omit<HoverAnswer, "range"> {
  return {
    code: codeOf(declaration),
    natspec: natspecFor(project, declaration),
    signature: signatureOf(project.names, declaration),
    storage,
  };
}
