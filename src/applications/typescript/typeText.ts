import { type AbiParameter, type AbiShape, maxNumberBits } from "../../chain/abi/abiType";

/** Longer lists of a fixed length have no length in their type, as in the SDK. */
const maxTupleLength = 32;
/** Lists of lists of lists with more places have none either: each level would be written out as often as the one around it has places. */
const maxPlaces = 1024;

/** Places in the type of a value, where every list of a fixed length is written out. */
function placesIn(shape: AbiShape): number {
  if (shape.kind === "array") return Math.max(1, shape.length ?? 1) * placesIn(shape.element);
  return shape.kind === "tuple" ? shape.members.reduce((sum, member) => sum + placesIn(member.shape), 1) : 1;
}

/** Words that can't stand before a colon in a list of named places. */
const reserved = new Set(
  (
    "abstract any as asserts async await bigint boolean break case catch class const constructor continue debugger declare default delete do " +
    "else enum export extends false finally for from function get global if implements import in infer instanceof interface intrinsic is keyof " +
    "let module namespace never new null number object of out override package private protected public readonly require return satisfies set " +
    "static string super switch symbol this throw true try type typeof undefined unique unknown using var void while with yield accessor assert"
  ).split(" "),
);
const identifier = /^[A-Za-z_$][\w$]*$/;

/** A name as a member of a type has it; in an interface, `new(…)` alone would be a constructor. */
export const memberName = (name: string): string =>
  identifier.test(name) && name !== "new" ? name : JSON.stringify(name);

const hexType = `\`0x$${"{string}"}\``;

/** The type of a value as the SDK's `AbiValueOf` gives it. */
function typeText(shape: AbiShape): string {
  switch (shape.kind) {
    case "integer":
      return shape.bits > maxNumberBits ? "bigint" : "number";
    case "bool":
      return "boolean";
    case "string":
      return "string";
    case "address":
    case "bytes":
      return hexType;
    case "array":
      return listText(shape);
    case "tuple":
      return structText(shape.members);
  }
}

function listText(list: AbiShape & { kind: "array" }): string {
  const { element, length } = list;
  const type = typeText(element);
  if (length === undefined || length > maxTupleLength || placesIn(list) > maxPlaces)
    return identifier.test(type) || type.startsWith("`") || type.startsWith("{")
      ? `readonly ${type}[]`
      : `readonly (${type})[]`;
  return `readonly [${Array.from({ length }, () => type).join(", ")}]`;
}

function structText(members: readonly AbiParameter[]): string {
  if (members.some(({ name }) => name === ""))
    return `readonly [${members.map(({ shape }) => typeText(shape)).join(", ")}]`;
  return `{ ${members.map(({ name, shape }) => `${memberName(name)}: ${typeText(shape)}`).join("; ")} }`;
}

/** The values of a call as a list whose places have the parameters' names. */
export function argumentsText(parameters: readonly AbiParameter[]): string {
  const labelled = parameters.map(({ name, shape }, index) => {
    const label = identifier.test(name) ? (reserved.has(name) ? `_${name}` : name) : `_${index}`;
    return `${label}: ${typeText(shape)}`;
  });
  return `readonly [${labelled.join(", ")}]`;
}

/** What a call gives: nothing, its one value, or a list. */
export function resultText(parameters: readonly AbiParameter[]): string {
  const [only] = parameters;
  if (!only) return "undefined";
  if (parameters.length === 1) return typeText(only.shape);
  return `readonly [${parameters.map(({ shape }) => typeText(shape)).join(", ")}]`;
}
