import { bytesToHex } from "../../crypto/bytes/hex";
import { keccak256 } from "../../crypto/keccak256";
import { sm3 } from "../../crypto/sm3";
import type { Declaration } from "./names/declarations";
import type { Names } from "./names/names";
import type { Type } from "./names/types";
import type { HoverAnswer } from "./questions";

/** Structs in structs; what goes deeper holds itself. */
const deepest = 16;

/** A type as signatures write it; undefined for what cannot be given from outside (mappings). */
function abiType(names: Names, type: Type, depth = 0): string | undefined {
  if (depth > deepest) return undefined;
  switch (type.is) {
    case "value":
      return type.name === "address payable" ? "address" : type.name;
    case "array": {
      const base = abiType(names, type.base, depth + 1);
      const { length = "" } = type;
      return base === undefined || !/^\d*$/.test(length) ? undefined : `${base}[${length}]`;
    }
    case "function":
      return "function";
    case "instance":
      return instanceType(names, type.of, depth);
    default:
      return undefined;
  }
}

function instanceType(names: Names, declaration: Declaration, depth: number): string | undefined {
  switch (declaration.kind) {
    case "contract":
      return "address";
    case "enum":
      return "uint8";
    case "valueType": {
      const underlying = names.underlying(declaration);
      return underlying && abiType(names, underlying, depth + 1);
    }
    case "struct": {
      const members = declaration.members.map((each) => abiType(names, names.typeOf(each), depth + 1));
      return members.includes(undefined) ? undefined : `(${members.join(",")})`;
    }
    default:
      return undefined;
  }
}

function typesOf(names: Names, declaration: Declaration): readonly (string | undefined)[] | undefined {
  const given = (): (string | undefined)[] => declaration.parameters.map((each) => abiType(names, names.typeOf(each)));
  switch (declaration.kind) {
    case "function": {
      if (!declaration.isVisibleOutside || declaration.function?.form !== "function" || declaration.isOldConstructor)
        return undefined;
      if (declaration.contract?.contractNode?.form !== "library") return declaration.contract && given();
      // Libraries write other types into their signatures: those of values alone are the same.
      const isPlain = declaration.parameters.every(
        (each) => !each.words.includes("storage") && isPlainType(names.typeOf(each)),
      );
      return isPlain ? given() : undefined;
    }
    case "event":
      return declaration.file.text
        .slice(declaration.start, declaration.end)
        .trimEnd()
        .replace(/;$/, "")
        .trimEnd()
        .endsWith("anonymous")
        ? undefined
        : given();
    case "error":
      return given();
    case "variable":
      return declaration.role === "state" && declaration.words.includes("public")
        ? names.getterParameters(declaration).map((each) => abiType(names, each))
        : undefined;
    default:
      return undefined;
  }
}

const isPlainType = (type: Type): boolean => type.is === "value" || (type.is === "array" && isPlainType(type.base));

/** Signature and selectors of a function, error or public variable, topics of an event; undefined for what has none. */
export function signatureOf(names: Names, declaration: Declaration): HoverAnswer["signature"] {
  const name = declaration.name.text;
  const types = typesOf(names, declaration);
  if (!types || types.includes(undefined) || name === "") return undefined;
  const text = `${name}(${types.join(",")})`;
  const data = new TextEncoder().encode(text);
  const kind = declaration.kind === "event" || declaration.kind === "error" ? declaration.kind : "function";
  const length = kind === "event" ? 32 : 4;
  const [standard, sm] = [keccak256, sm3].map((hash) => bytesToHex(hash(data).subarray(0, length)));
  return standard === undefined || sm === undefined ? undefined : { text, standard, sm, kind };
}
