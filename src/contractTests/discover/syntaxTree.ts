/** What is read of a compiler's syntax tree; trees of old compilers have other names and are not read. */
export interface TreeNode {
  readonly nodeType: string;
  readonly id: number;
  readonly src: string;
  readonly name: string;
  readonly nodes: readonly TreeNode[];
  readonly json: Readonly<Record<string, unknown>>;
}

type Json = Readonly<Record<string, unknown>>;
const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** A node of the tree; undefined for what is none. */
export function treeNode(value: unknown): TreeNode | undefined {
  if (!isObject(value) || typeof value["nodeType"] !== "string") return undefined;
  const word = (key: string): string => (typeof value[key] === "string" ? value[key] : "");
  const list: readonly unknown[] = Array.isArray(value["nodes"]) ? value["nodes"] : [];
  return {
    nodeType: value["nodeType"],
    id: typeof value["id"] === "number" ? value["id"] : -1,
    src: word("src"),
    name: word("name"),
    nodes: list.map(treeNode).filter((node) => node !== undefined),
    json: value,
  };
}

/** Where a node begins, in bytes. */
export const startOf = ({ src, json }: TreeNode): number => {
  const place = typeof json["nameLocation"] === "string" ? json["nameLocation"] : src;
  return Number(place.split(":")[0] ?? 0);
};

/** The comment above a declaration. */
export function documentationOf({ json }: TreeNode): string {
  const found = json["documentation"];
  if (typeof found === "string") return found;
  return isObject(found) && typeof found["text"] === "string" ? found["text"] : "";
}

export function textOf(node: TreeNode, key: string): string {
  const value = node.json[key];
  return typeof value === "string" ? value : "";
}

/** `name(type,type)` of a function, its types as the compiler writes them. */
export function writtenSignature(node: TreeNode): string {
  const list = isObject(node.json["parameters"]) ? node.json["parameters"]["parameters"] : [];
  const types = (Array.isArray(list) ? list : []).map((each: unknown) => {
    const described = isObject(each) ? each["typeDescriptions"] : undefined;
    const type = isObject(described) && typeof described["typeString"] === "string" ? described["typeString"] : "";
    return type.split(" ")[0] ?? "";
  });
  return `${node.name}(${types.join(",")})`;
}
