import { parseWholeNumber } from "../../../chain/abi/numberUnits";
import type { Expression, Literal } from "../syntax/nodes";
import { type Found, type Where, whereOf } from "./binding";

/** What constants are called. */
interface ConstantNames {
  inScope(name: string, where: Where): readonly Found[];
}

const deepest = 12;
/** Parts that are looked at for one number: constants of constants may be wide at every step. */
const maxParts = 2000;
const max = 1n << 256n;

/** No number of a program has more digits. */
const maxLength = 100;

function numberOf({ text, unit = "" }: Literal): bigint | undefined {
  return text.length > maxLength ? undefined : parseWholeNumber(`${text.replaceAll("_", "")} ${unit}`);
}

function applied(operator: string, left: bigint, right: bigint): bigint | undefined {
  switch (operator) {
    case "+":
      return left + right;
    case "-":
      return left - right;
    case "*":
      return left * right;
    case "/":
      return right === 0n ? undefined : left / right;
    case "%":
      return right === 0n ? undefined : left % right;
    case "**":
      return right > 256n || right < 0n ? undefined : left ** right;
    case "<<":
      return right > 256n || right < 0n ? undefined : left << right;
    case ">>":
      return right < 0n ? undefined : left >> right;
    default:
      return undefined;
  }
}

/** The number that an expression of constants is; undefined where that isn't known without running code. */
export function constantOf(names: ConstantNames, node: Expression, where: Where): bigint | undefined {
  return partOf(names, node, where, 0, { parts: maxParts });
}

function partOf(
  names: ConstantNames,
  node: Expression,
  where: Where,
  depth: number,
  left: { parts: number },
): bigint | undefined {
  if (depth > deepest || left.parts-- <= 0) return undefined;
  const inner = (each: Expression): bigint | undefined => partOf(names, each, where, depth + 1, left);
  switch (node.kind) {
    case "literal":
      return node.of === "number" ? numberOf(node) : undefined;
    case "identifier": {
      const [found] = names.inScope(node.name.text, where);
      const variable = found?.declaration.variable;
      if (!found || !variable?.value || !variable.words.includes("constant")) return undefined;
      return partOf(names, variable.value, whereOf(found.declaration), depth + 1, left);
    }
    case "tuple": {
      const [only] = node.items;
      return node.items.length === 1 && only && !node.isArray ? inner(only) : undefined;
    }
    case "binary": {
      const [first, ...rest] = node.operands;
      let result = first && inner(first);
      for (const [i, operand] of rest.entries()) {
        const right = inner(operand);
        if (result === undefined || right === undefined) return undefined;
        result = applied(node.operators[i] ?? "", result, right);
        if (result !== undefined && (result >= max || result <= -max)) return undefined;
      }
      return result;
    }
    default:
      return undefined;
  }
}
