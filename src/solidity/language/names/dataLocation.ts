import { compareVersions } from "../../../text/versions";
import type { Expression } from "../syntax/nodes";
import { withoutOptions } from "../syntax/walk";
import type { Binding } from "./binding";
import type { Declaration } from "./declarations";

/** Whether what a variable names lies in storage: its own slots, or those that it points to. */
export function liesInStorage({ role, words }: Declaration, release: string): boolean {
  if (role === "state") return !words.includes("constant") && !words.includes("immutable");
  if (words.includes("storage")) return true;
  // Before 0.5 a local variable pointed there where nothing was written.
  return role === "local" && compareVersions(release, "0.5.0") < 0 && !words.includes("memory");
}

/** Whether a list or struct that an expression of a file gives lies in storage. */
export function isStored(binding: Binding, node: Expression, release: string): boolean {
  const inner = (each: Expression): boolean => isStored(binding, each, release);
  const variableAt = (at: number): boolean => {
    const declaration = binding.references.find(({ start }) => start === at)?.to[0];
    return declaration?.kind === "variable" && liesInStorage(declaration, release);
  };
  switch (node.kind) {
    case "identifier":
      return variableAt(node.name.start);
    case "member": {
      const of = binding.typeOf(node.of);
      // A field lies where its struct does; what another contract gives is a copy.
      if (of.is === "instance") return of.of.kind === "struct" && inner(node.of);
      return variableAt(node.name.start);
    }
    case "index":
      return inner(node.of);
    case "call": {
      const callee = withoutOptions(node.callee);
      if (callee.kind === "member" && callee.name.text === "push" && binding.typeOf(callee.of).is === "array")
        return inner(callee.of);
      const type = binding.typeOf(callee);
      return type.is === "callable" && (type.of[0]?.returns[0]?.words.includes("storage") ?? false);
    }
    case "tuple":
      return node.items.length === 1 && node.items[0] !== undefined && inner(node.items[0]);
    case "conditional":
      return inner(node.yes) && inner(node.no);
    case "assignment":
      return inner(node.left);
    default:
      return false;
  }
}
