import { isJsonObject, jsonLimits, parseBoundedJson } from "../../text/limits/boundedJson";

/** Members of enums, in their order, by the enum's name as `internalType` has it: `Shop.Color`, `Color` outside of a contract. */
export type EnumNames = Readonly<Record<string, readonly string[]>>;

const isName = (text: unknown): text is string => typeof text === "string" && /^[A-Za-z_$][\w$]{0,255}$/.test(text);

/** No compiler writes more for one source; a file that does is not walked to its end. */
const maxNodes = 1_000_000;
/** An enum has 256 members at most. */
const maxMembers = 256;

/** The enums that a compiler's syntax tree declares; what is no tree has none. */
export function enumNamesOf(ast: unknown): EnumNames {
  const found: Record<string, readonly string[]> = Object.create(null);
  const waiting: unknown[] = [ast];
  for (let count = 0; waiting.length > 0 && count < maxNodes; count++) {
    const node = waiting.pop();
    if (Array.isArray(node)) for (const each of node) waiting.push(each);
    if (!isJsonObject(node)) continue;
    if (node["nodeType"] === "EnumDefinition" && Array.isArray(node["members"])) {
      const name = node["canonicalName"] ?? node["name"];
      const members = node["members"].map((member: unknown) => (isJsonObject(member) ? member["name"] : undefined));
      if (typeof name === "string" && name.split(".").every(isName) && members.length <= maxMembers)
        if (members.every(isName)) found[name] = members;
      continue;
    }
    // Enums stand in a source or in a contract, nowhere deeper.
    if (
      node["nodeType"] === undefined ||
      node["nodeType"] === "SourceUnit" ||
      node["nodeType"] === "ContractDefinition"
    )
      waiting.push(node["nodes"]);
  }
  return { ...found };
}

function withMembers(parameter: unknown, enums: EnumNames): unknown {
  if (!isJsonObject(parameter)) return parameter;
  const [, name = ""] = /^enum ([\w$.]+)/.exec(String(parameter["internalType"] ?? "")) ?? [];
  const enumMembers = Object.hasOwn(enums, name) ? enums[name] : undefined;
  const { components } = parameter;
  return {
    ...parameter,
    ...(enumMembers ? { enumMembers } : {}),
    ...(Array.isArray(components) ? { components: components.map((each) => withMembers(each, enums)) } : {}),
  };
}

/** The ABI with `enumMembers` at each parameter whose enum is known: for decoding here, never for a chain. */
export function withEnumNames(
  abi: string | readonly unknown[],
  enums: EnumNames | undefined,
): readonly unknown[] | string {
  if (!enums || Object.keys(enums).length === 0) return abi;
  const entries: unknown = typeof abi === "string" ? parseBoundedJson(abi, jsonLimits.compiled) : abi;
  if (!Array.isArray(entries)) return abi;
  return entries.map((entry: unknown) => {
    if (!isJsonObject(entry)) return entry;
    const lists = ["inputs", "outputs"].flatMap((name) => {
      const list = entry[name];
      return Array.isArray(list) ? [[name, list.map((each) => withMembers(each, enums))]] : [];
    });
    return { ...entry, ...Object.fromEntries(lists) };
  });
}
