import { type AbiParameter, type AbiShape, maxNumberBits, readsOnly } from "../../chain/abi/abiType";
import type { AbiError, AbiEvent, AbiFunction } from "../../chain/abi/contractInterface";
import { artifactInterface } from "../../chain/artifact/artifactInterface";
import type { ContractArtifact } from "../../chain/artifact/readArtifact";
import { cryptoSuite } from "../../crypto/suites";
import { librariesIn } from "../creationCode";
import { uniqueFileNames } from "../fileNames";
import type { ClientContract, GeneratedFile } from "../java/generateClients";
import { originLines } from "../origin";
import contractModule from "./contractModule.ts.eta";
import { moduleNames } from "./moduleNames";

/** How modules are made. */
interface ModuleOptions {
  /** Whether creation code is in them, and with it what deploys. */
  readonly bytecode: boolean;
  /** Whether they call the SDK; else they have constants alone, for any library. */
  readonly client: boolean;
}

/** Nothing of a source ends a comment or is unseen in it. */
const commentText = (text: string): string => text.replace(/[^\P{C}\n]|[\p{Zl}\p{Zp}]/gu, "").replaceAll("*/", "*\\/");

function comment(indent: string, lines: readonly string[]): string {
  if (lines.length === 0) return "";
  const all = commentText(lines.join("\n"))
    .split("\n")
    .map((line) => line.trimEnd());
  return `${indent}/**\n${all.map((line) => `${indent} *${line === "" ? "" : ` ${line}`}\n`).join("")}${indent} */\n`;
}

const inputNames = (kind: string, parameters: readonly AbiParameter[]): string[] =>
  parameters.flatMap(({ name, doc }) => (doc ? [`@${kind} ${name === "" ? "" : `${name} `}${doc}`] : []));

/** What the source says of functions, events, or errors that share a comment, as an editor shows it: tags go behind all else. */
const docOf = (...list: readonly (AbiFunction | AbiEvent | AbiError)[]): string[] => [
  ...list.flatMap(({ doc, signature }) => [...(doc ? [doc] : []), `\`${signature}\``]),
  ...list.flatMap(({ inputs }) => inputNames("param", inputs)),
];

function functionDoc(called: AbiFunction): string[] {
  const results = called.outputs.flatMap((output) => (output.doc ? [output.doc] : []));
  return [...docOf(called), ...(results.length === 0 ? [] : [`@returns ${results.join(", ")}`])];
}

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
const memberName = (name: string): string => (identifier.test(name) && name !== "new" ? name : JSON.stringify(name));

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
function argumentsText(parameters: readonly AbiParameter[]): string {
  const labelled = parameters.map(({ name, shape }, index) => {
    const label = identifier.test(name) ? (reserved.has(name) ? `_${name}` : name) : `_${index}`;
    return `${label}: ${typeText(shape)}`;
  });
  return `readonly [${labelled.join(", ")}]`;
}

/** What a call gives: nothing, its one value, or a list. */
function resultText(parameters: readonly AbiParameter[]): string {
  const [only] = parameters;
  if (!only) return "undefined";
  if (parameters.length === 1) return typeText(only.shape);
  return `readonly [${parameters.map(({ shape }) => typeText(shape)).join(", ")}]`;
}

/** A function as a member of an interface: by its name, and by its signature where others have that name. */
function membersOf(functions: readonly AbiFunction[]) {
  const described = functions.map((called) => ({
    called,
    doc: comment("  ", functionDoc(called)),
    args: called.inputs.length === 0 ? "" : `args: ${argumentsText(called.inputs)}, `,
    result: resultText(called.outputs),
  }));
  const names = functions.map(({ name }) => name);
  const overloaded = described.filter(({ called: { name } }) => names.indexOf(name) !== names.lastIndexOf(name));
  return [
    ...described.map((each) => ({ ...each, name: memberName(each.called.name) })),
    ...overloaded.map((each) => ({ ...each, name: memberName(each.called.signature) })),
  ];
}

/** Those of one name together: the SDK tells events and errors apart by their names. */
function byName<Each extends { readonly name: string }>(list: readonly Each[]): [string, Each[]][] {
  const found = new Map<string, Each[]>();
  for (const each of list) found.set(each.name, [...(found.get(each.name) ?? []), each]);
  return [...found];
}

/** Creation code, and the names of the libraries that it needs, as code. */
function codeTexts(artifact: ContractArtifact, bytecode: boolean) {
  const codes = bytecode ? [artifact.bytecode ?? "", artifact.smBytecode ?? ""] : [];
  const libraries = librariesIn(artifact, codes);
  const [code, smCode] = codes.map((each) => (each === "" ? undefined : JSON.stringify(each)));
  return {
    code,
    smCode,
    libraryNames: Object.keys(libraries).length === 0 ? undefined : JSON.stringify(libraries),
  };
}

const fileNames = (contracts: readonly ClientContract[]): string[] =>
  uniqueFileNames(
    contracts.map(({ artifact: { name } }) => name.replace(/[^\w$]/g, "_").replace(/^(?=\d)/, "_") || "_"),
  );

/**
 * A TypeScript module for each contract: its ABI as a constant with types, its code, and the contract as the SDK has it, with what the
 * source says of its functions, events, and errors. The same contracts give the same bytes.
 * @throws ChainError usage: what an ABI or code is wrong in.
 */
export function generateModules(
  contracts: readonly ClientContract[],
  { bytecode, client }: ModuleOptions,
): GeneratedFile[] {
  const names = fileNames(contracts);
  return contracts.map(({ artifact, origin }, index): GeneratedFile => {
    const name = names[index] ?? artifact.name;
    const abi = artifactInterface(artifact, cryptoSuite("standard"));
    const text = contractModule({
      ...moduleNames(name),
      ...codeTexts(artifact, bytecode),
      origin: originLines({ ...origin, contract: artifact.name }).join("\n"),
      title: commentText(artifact.name),
      client,
      deploys: bytecode && artifact.bytecode !== undefined,
      entries: artifact.abi.map((entry) => JSON.stringify(entry)),
      reads: membersOf(abi.functions.filter(readsOnly)),
      writes: membersOf(abi.functions.filter((each) => !readsOnly(each))),
      events: byName(abi.events).map(([event, list]) => ({
        doc: comment("  ", docOf(...list)),
        member: memberName(event),
        name: JSON.stringify(event),
      })),
      errors: byName(abi.errors).map(([error, list]) => ({
        // an editor shows at each use what stands at the member: of the union itself nothing
        doc: comment("      ", docOf(...list)),
        name: JSON.stringify(error),
        args: list.map(({ inputs }) => argumentsText(inputs)).join(" | "),
      })),
    });
    return { name: `${name}.ts`, text, contract: artifact.name };
  });
}
