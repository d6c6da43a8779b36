import { codeOf } from "./contractNames";

/** A declaration that others' types are made of. */
const typeDeclaration =
  /\b(contract|interface|enum|type|struct)\s{1,99}([A-Za-z_$][\w$]{0,199})(?:\s{1,99}is\s{1,99}(\w{1,99}))?/g;
const errorDeclaration = /\berror\s{1,99}([A-Za-z_$][\w$]{0,199})\s{0,99}\(([^()]{0,4000})\)/g;
const elementary = /^(?:u?int\d{0,3}|bytes\d{0,2}|address|bool|string|function)$/;

/** What stands in an ABI for a type that sources declare. */
function plainType(kind: string, underlying: string | undefined): string | undefined {
  if (kind === "contract" || kind === "interface") return "address";
  if (kind === "enum") return "uint8";
  return kind === "type" ? underlying : undefined;
}

const full = (type: string): string => (type === "uint" || type === "int" ? `${type}256` : type);

/**
 * The errors that Solidity sources declare, as entries of an ABI, without a compiler. Those with structs and function types are left out:
 * the text alone doesn't say what they are made of.
 */
export function declaredErrors(sources: readonly string[]): readonly unknown[] {
  const codes = sources.map(codeOf);
  const declared = new Map<string, string | undefined>();
  for (const code of codes) {
    for (const [, kind = "", name = "", underlying] of code.matchAll(typeDeclaration))
      declared.set(name, plainType(kind, underlying));
  }
  const typeOf = (words: string): string | undefined => {
    const [, name = "", lists = ""] = /^([\w$.]{1,400})((?:\[\d{0,9}\]){0,9})$/.exec(words) ?? [];
    const plain = elementary.test(name) ? name : declared.get(name.slice(name.lastIndexOf(".") + 1));
    return plain === undefined || plain === "function" ? undefined : `${full(plain)}${lists}`;
  };
  const inputOf = (parameter: string): { type: string; name: string } | undefined => {
    const [first = "", ...rest] = parameter.trim().split(/\s{1,99}/);
    const type = typeOf(first);
    return type === undefined ? undefined : { type, name: rest.filter((word) => word !== "payable").at(-1) ?? "" };
  };
  return codes.flatMap((code) =>
    [...code.matchAll(errorDeclaration)].flatMap(([, name, parameters = ""]) => {
      const inputs = parameters.trim() === "" ? [] : parameters.split(",").map(inputOf);
      return inputs.includes(undefined) ? [] : [{ type: "error", name, inputs }];
    }),
  );
}
