import { smSuite, standardSuite } from "../../crypto/suites";
import { isNode, nodesOf, parametersOf, type SyntaxNode, typeOf } from "../program/syntaxTree";
import type { HoverAnswer } from "./questions";
import type { Declaration, SyntaxIndex } from "./syntaxIndex";

const elementary: Readonly<Record<string, string>> = {
  uint: "uint256",
  int: "int256",
  byte: "bytes1",
  fixed: "fixed128x18",
  ufixed: "ufixed128x18",
  "address payable": "address",
};
/** Structs in structs; what goes deeper holds itself. */
const deepest = 16;

/** The declaration that a type's name means. */
export function declarationOfType(index: SyntaxIndex, type: SyntaxNode): Declaration | undefined {
  const path = isNode(type["pathNode"]) ? type["pathNode"] : type;
  return index.named(type["referencedDeclaration"] ?? path["referencedDeclaration"]);
}

function arrayLength(type: SyntaxNode): string {
  if (!isNode(type["length"])) return "";
  const { string } = typeOf(type);
  // `uint256[3] storage pointer`: the last brackets are this array's.
  return string.slice(string.lastIndexOf("[") + 1, string.lastIndexOf("]"));
}

/** A type as signatures write it; undefined for what cannot be given from outside (mappings). */
function abiType(index: SyntaxIndex, type: unknown, depth = 0): string | undefined {
  if (!isNode(type) || depth > deepest) return undefined;
  switch (type.nodeType) {
    case "ElementaryTypeName": {
      const name = String(type.name ?? "");
      return elementary[name] ?? name;
    }
    case "ArrayTypeName": {
      const base = abiType(index, type["baseType"], depth + 1);
      return base === undefined ? undefined : `${base}[${arrayLength(type)}]`;
    }
    case "FunctionTypeName":
      return "function";
    case "UserDefinedTypeName": {
      const declaration = declarationOfType(index, type);
      switch (declaration?.node.nodeType) {
        case "ContractDefinition":
          return "address";
        case "EnumDefinition":
          return "uint8";
        case "UserDefinedValueTypeDefinition":
          return abiType(index, declaration.node["underlyingType"], depth + 1);
        case "StructDefinition": {
          const members = nodesOf(declaration.node["members"]).map((each) =>
            abiType(index, each["typeName"], depth + 1),
          );
          return members.includes(undefined) ? undefined : `(${members.join(",")})`;
        }
        default:
          return undefined;
      }
    }
    default:
      return undefined;
  }
}

/** Types that a public variable's getter takes. */
function getterTypes(index: SyntaxIndex, type: unknown): (string | undefined)[] {
  if (!isNode(type)) return [];
  if (type.nodeType === "Mapping") return [abiType(index, type["keyType"]), ...getterTypes(index, type["valueType"])];
  if (type.nodeType === "ArrayTypeName") return ["uint256", ...getterTypes(index, type["baseType"])];
  return [];
}

function typesOf(index: SyntaxIndex, { node }: Declaration): (string | undefined)[] | undefined {
  switch (node.nodeType) {
    case "FunctionDefinition": {
      const visible = node["visibility"] === "public" || node["visibility"] === "external";
      const isFunction = node["kind"] === undefined ? node["isConstructor"] !== true : node["kind"] === "function";
      return visible && isFunction ? parametersOf(node).map((each) => abiType(index, each["typeName"])) : undefined;
    }
    case "EventDefinition":
      return node["anonymous"] === true
        ? undefined
        : parametersOf(node).map((each) => abiType(index, each["typeName"]));
    case "ErrorDefinition":
      return parametersOf(node).map((each) => abiType(index, each["typeName"]));
    case "VariableDeclaration":
      return node["stateVariable"] === true && node["visibility"] === "public"
        ? getterTypes(index, node["typeName"])
        : undefined;
    default:
      return undefined;
  }
}

const hex = (bytes: Uint8Array): string => `0x${Buffer.from(bytes).toString("hex")}`;

/** Signature and selectors of a function, error or public variable, topics of an event; undefined for what has none. */
export function signatureOf(index: SyntaxIndex, declaration: Declaration): HoverAnswer["signature"] {
  const { node, name, parent } = declaration;
  const types = typesOf(index, declaration);
  if (!types || types.includes(undefined) || name === "") return undefined;
  const text = `${name}(${types.join(",")})`;
  const data = new TextEncoder().encode(text);
  const kind =
    node.nodeType === "EventDefinition" ? "event" : node.nodeType === "ErrorDefinition" ? "error" : "function";
  const length = kind === "event" ? 32 : 4;
  const [standard, sm] = [standardSuite, smSuite].map((suite) => hex(suite.hash(data).subarray(0, length)));
  if (standard === undefined || sm === undefined) return undefined;
  const own = node["functionSelector"];
  // Libraries write other types into their signatures: what the compiler says counts.
  if (typeof own === "string" && `0x${own}` !== standard && `0x${own}` !== sm) return undefined;
  if (typeof own !== "string" && parent?.node["contractKind"] === "library" && kind === "function") return undefined;
  return { text, standard, sm, kind };
}
