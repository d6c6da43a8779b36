import type { AbiParameter, AbiShape } from "../../chain/abi/abiType";

/** A struct as a class of the client. */
export interface JavaStruct {
  readonly name: string;
  /** As the source has it: `Shop.Item`. */
  readonly source: string;
  readonly isDynamic: boolean;
  readonly members: readonly JavaMember[];
}

/** A member, an argument or a result with its Java name. */
export interface JavaMember {
  readonly name: string;
  readonly type: JavaType;
  readonly indexed: boolean;
  readonly doc: string | undefined;
}

/** What stands for an ABI type in Java. */
export type JavaType =
  | { readonly kind: "plain"; readonly java: "BigInteger" | "Boolean" | "String" | "byte[]"; readonly codec: string }
  | { readonly kind: "struct"; readonly struct: JavaStruct }
  | { readonly kind: "list"; readonly element: JavaType; readonly length: number | undefined };

/** How the runtime's codec calls a type: `uint256`, `Item[]`. */
export function codecType(type: JavaType): string {
  if (type.kind === "plain") return type.codec;
  if (type.kind === "struct") return type.struct.name;
  return `${codecType(type.element)}[${type.length ?? ""}]`;
}

/** Whether the log of an event has the hash of the value alone, as `isHashedInTopic` says it of the ABI. */
export const isHashed = ({ indexed, type }: JavaMember): boolean =>
  indexed && (type.kind !== "plain" || type.codec === "string" || type.codec === "bytes");

/** Whether a struct's list stands as the SDK's own list where values come together: in tuples, events, and other structs. */
export const isSdkList = (type: JavaType): type is JavaType & { kind: "list" } =>
  type.kind === "list" && type.element.kind === "struct";

/** The Java type of what is no list and no struct. */
export function plainType(shape: AbiShape): JavaType | undefined {
  switch (shape.kind) {
    case "integer":
      return { kind: "plain", java: "BigInteger", codec: `${shape.signed ? "int" : "uint"}${shape.bits}` };
    case "bool":
      return { kind: "plain", java: "Boolean", codec: "bool" };
    case "address":
    case "string":
      return { kind: "plain", java: "String", codec: shape.kind };
    case "bytes":
      return { kind: "plain", java: "byte[]", codec: `bytes${shape.size ?? ""}` };
    default:
      return undefined;
  }
}

/** `struct Shop.Item[2]` → `Shop.Item`; undefined where the compiler doesn't say. */
export function sourceNameOf(
  { internalType = "" }: Pick<AbiParameter, "internalType">,
  kind: string,
): string | undefined {
  const [, name] = /^(\w+ )([\w$.]+)/.exec(internalType) ?? [];
  return name === `${kind} ` ? internalType.slice(name.length).split("[", 1)[0] : undefined;
}
