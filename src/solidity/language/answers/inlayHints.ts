import type { SourceFile } from "../names/declarations";
import type { ProjectNames } from "../names/places";
import { signatureOf } from "../signature";
import type { Expression } from "../syntax/nodes";

/** A word that an editor shows in a text, and that isn't there. */
interface InlayHint {
  readonly offset: number;
  readonly label: string;
  readonly kind: "parameter" | "selector";
}

/** Which hints are wanted. */
interface WantedHints {
  readonly names: boolean;
  /** Selectors of functions that can be called from outside: of one suite, or none. */
  readonly selectors: "standard" | "sm" | undefined;
}

const plain = (word: string): string => word.replaceAll("_", "").toLowerCase();

/** Whether an argument says by itself what it is. */
function saysSo(value: Expression, name: string): boolean {
  const named = value.kind === "member" ? value.name.text : value.kind === "identifier" ? value.name.text : undefined;
  return named !== undefined && (plain(named) === plain(name) || plain(named).endsWith(plain(name)));
}

/** Names of parameters before arguments that don't say what they are, and selectors behind functions, between two offsets. */
export function inlayHintsOf(
  { names }: ProjectNames,
  file: SourceFile,
  wanted: WantedHints,
  from: number,
  until: number,
): InlayHint[] {
  const hints: InlayHint[] = [];
  for (const { node, to, isAttached } of wanted.names ? names.bind(file).calls : []) {
    const [declaration] = to;
    if (node.names || node.end < from || node.start > until || !declaration || to.length > 1) continue;
    for (const [i, parameter] of declaration.taken.slice(isAttached ? 1 : 0).entries()) {
      const value = node.values[i];
      const name = parameter.name.text;
      if (!value || name === "" || value.kind === "missing" || saysSo(value, name)) continue;
      hints.push({ offset: value.start, label: `${name}:`, kind: "parameter" });
    }
  }
  const { selectors } = wanted;
  for (const contract of selectors ? file.items : []) {
    for (const member of contract.members) {
      if (!member.function || member.start > until || member.end < from) continue;
      const signature = signatureOf(names, member);
      if (signature && selectors)
        hints.push({ offset: member.function.headEnd, label: signature[selectors], kind: "selector" });
    }
  }
  return hints.sort((left, right) => left.offset - right.offset);
}
