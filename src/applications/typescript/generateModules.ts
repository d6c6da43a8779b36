import { type AbiParameter, readsOnly } from "../../chain/abi/abiType";
import type { AbiError, AbiEvent, AbiFunction, ContractInterface } from "../../chain/abi/contractInterface";
import { artifactInterface } from "../../chain/artifact/artifactInterface";
import type { ContractArtifact } from "../../chain/artifact/readArtifact";
import { cryptoSuite } from "../../crypto/suites";
import { librariesIn } from "../creationCode";
import type { ClientContract, GeneratedFile } from "../java/generateClients";
import { originLines } from "../origin";
import { uniqueNames } from "../uniqueNames";
import { moduleNames } from "./moduleNames";
import { argumentsText, memberName, resultText } from "./typeText";

/** How modules are made. */
export interface ModuleOptions {
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

const said = (kind: string, parameters: readonly AbiParameter[]): string[] =>
  parameters.flatMap(({ name, doc }) => (doc ? [`@${kind} ${name === "" ? "" : `${name} `}${doc}`] : []));

/** What the source says of functions, events, or errors that share a comment, as an editor shows it: tags go behind all else. */
const docOf = (...list: readonly (AbiFunction | AbiEvent | AbiError)[]): string[] => [
  ...list.flatMap(({ doc, signature }) => [...(doc ? [doc] : []), `\`${signature}\``]),
  ...list.flatMap(({ inputs }) => said("param", inputs)),
];

function functionDoc(called: AbiFunction): string[] {
  const results = called.outputs.flatMap((output) => (output.doc ? [output.doc] : []));
  return [...docOf(called), ...(results.length === 0 ? [] : [`@returns ${results.join(", ")}`])];
}

/** A function with what all its members have in common. */
interface Described {
  readonly called: AbiFunction;
  readonly doc: string;
  readonly args: string;
  readonly result: string;
}

const described = (called: AbiFunction): Described => ({
  called,
  doc: comment("  ", functionDoc(called)),
  args: called.inputs.length === 0 ? "" : `args: ${argumentsText(called.inputs)}, `,
  result: resultText(called.outputs),
});

interface Member {
  readonly options: string;
  readonly result: (plain: string) => string;
}

const membersText = (functions: readonly Described[], key: "name" | "signature", { options, result }: Member): string =>
  functions
    .map(
      ({ called, doc, args, result: plain }) =>
        `${doc}  ${memberName(called[key])}(${args}options?: ${options}): Promise<${result(plain)}>;\n`,
    )
    .join("");

/** Those that share their name with others. */
function overloadedOf(functions: readonly Described[]): Described[] {
  const counts = new Map<string, number>();
  for (const { called } of functions) counts.set(called.name, (counts.get(called.name) ?? 0) + 1);
  return functions.filter(({ called }) => (counts.get(called.name) ?? 0) > 1);
}

/** Those of one name together: the SDK tells events and errors apart by their names. */
function byName<Each extends { readonly name: string }>(list: readonly Each[]): [string, Each[]][] {
  const found = new Map<string, Each[]>();
  for (const each of list) found.set(each.name, [...(found.get(each.name) ?? []), each]);
  return [...found];
}

const eventsText = (typeName: string, constant: string, { events }: ContractInterface): string =>
  `export interface ${typeName}Events {\n${byName(events)
    .map(([name, list]) => {
      const type = `Contract<typeof ${constant}Abi>["events"][${JSON.stringify(name)}]`;
      return `${comment("  ", docOf(...list))}  readonly ${memberName(name)}: ${type};\n`;
    })
    .join("")}}\n`;

/** The errors as a type, and what finds them. */
function errorsText(typeName: string, constant: string, { errors }: ContractInterface): string {
  // an editor shows at each use what stands at the member: of the union itself nothing
  const each = byName(errors).map(([name, list]) => {
    const doc = comment("      ", docOf(...list));
    const args = list.map(({ inputs }) => argumentsText(inputs)).join(" | ");
    return `  | {\n${doc}      readonly errorName: ${JSON.stringify(name)};\n${doc}      readonly args: ${args};\n    }`;
  });
  return (
    `/** Why the contract refuses: \`errorName\` tells its errors apart. */\nexport type ${typeName}Error =\n${each.join("\n")};\n\n` +
    "/** The contract's error for which a call or a transaction was refused; undefined for anything else that went wrong. */\n" +
    `export function ${constant}ErrorOf(error: unknown): ${typeName}Error | undefined {\n` +
    `  return customErrorOf(${constant}Abi, error);\n}\n`
  );
}

/** The contract as a type: the same functions as the SDK derives from the ABI, with what the source says of them. */
function interfacesText(typeName: string, constant: string, abi: ContractInterface): string {
  const { events, errors } = abi;
  const functions = abi.functions.map(described);
  const [reading, writing] = [
    functions.filter(({ called }) => readsOnly(called)),
    functions.filter(({ called }) => !readsOnly(called)),
  ];
  const event = `EventOf<typeof ${constant}Abi>`;
  const members: readonly (readonly [string, readonly Described[], Member])[] = [
    ["Reads", reading, { options: "ReadOptions", result: (plain) => plain }],
    ["Writes", writing, { options: "SendOptions", result: (plain) => `SendResult<${plain}, ${event}>` }],
    ["Simulations", writing, { options: "SendOptions", result: (plain) => `SimulateResult<${plain}>` }],
  ];
  const parts = members.map(([kind, list, member]) => {
    const own = membersText(list, "name", member) + membersText(overloadedOf(list), "signature", member);
    return `export interface ${typeName}${kind} {\n${own}}\n`;
  });
  const own = [
    ...["read", "write", "simulate"].map((name, index) => [name, `${typeName}${members[index]?.[0]}`] as const),
    ...(events.length === 0 ? [] : [["events", `${typeName}Events`] as const]),
  ];
  const others = `Omit<Contract<typeof ${constant}Abi>, ${own.map(([name]) => JSON.stringify(name)).join(" | ")}>`;
  const whole = `export interface ${typeName}Contract extends ${others} {\n${own
    .map(([name, type]) => `  readonly ${name}: ${type};\n`)
    .join("")}}\n`;
  return [
    ...parts,
    ...(events.length === 0 ? [] : [eventsText(typeName, constant, abi)]),
    whole,
    ...(errors.length === 0 ? [] : [errorsText(typeName, constant, abi)]),
  ].join("\n");
}

function functionsText(typeName: string, constant: string, deploys: boolean): string {
  const at =
    "/** The contract at its address. Asks nothing before it is used. */\n" +
    `export function ${constant}At(chain: Chain, address: Address, account?: Account): ${typeName}Contract {\n` +
    `  return getContract({ chain, address, abi: ${constant}Abi, ...(account ? { account } : {}) });\n}\n`;
  if (!deploys) return at;
  const deployed =
    "/** Deploys the contract and gives it, ready to be called. */\n" +
    `export function deploy${typeName}(\n  chain: Chain,\n  options: Omit<DeployOptions<typeof ${constant}Abi>, keyof typeof ${constant}Artifact>,\n` +
    `): Promise<${typeName}Contract & { readonly receipt: Receipt }> {\n` +
    `  return deploy(chain, { ...${constant}Artifact, ...options } as DeployOptions<typeof ${constant}Abi>);\n}\n`;
  return `${at}\n${deployed}`;
}

const imports = (deploys: boolean, { functions, errors }: ContractInterface): string => {
  const [reading, writing] = [functions.some(readsOnly), functions.some((each) => !readsOnly(each))];
  const types = [
    ...["Account", "Address", "Chain", "Contract"],
    ...(deploys ? ["DeployOptions"] : []),
    ...(writing ? ["EventOf"] : []),
    ...(reading ? ["ReadOptions"] : []),
    ...(deploys ? ["Receipt"] : []),
    ...(writing ? ["SendOptions", "SendResult", "SimulateResult"] : []),
  ];
  const named = [
    ...types.map((type) => `type ${type}`),
    ...(errors.length === 0 ? [] : ["customErrorOf"]),
    ...(deploys ? ["deploy"] : []),
    "getContract",
  ];
  return `import {\n${named.map((name) => `  ${name},\n`).join("")}} from "chainside/sdk";\n`;
};

function artifactText(constant: string, artifact: ContractArtifact, bytecode: boolean): string {
  const { bytecode: code, smBytecode } = artifact;
  const codes = bytecode ? [code ?? "", smBytecode ?? ""] : [];
  const libraries = librariesIn(artifact, codes);
  const lines = [
    `  abi: ${constant}Abi,`,
    ...(codes[0] ? [`  bytecode: ${JSON.stringify(codes[0])},`] : []),
    ...(codes[1] ? [`  /** For SM chains. */\n  smBytecode: ${JSON.stringify(codes[1])},`] : []),
    ...(Object.keys(libraries).length === 0 ? [] : [`  libraryNames: ${JSON.stringify(libraries)},`]),
  ];
  return `/** What \`deploy(chain, { ...${constant}Artifact, args })\` takes. */\nexport const ${constant}Artifact = {\n${lines.join("\n")}\n} as const;\n`;
}

const fileNames = (contracts: readonly ClientContract[]): string[] =>
  uniqueNames(contracts.map(({ artifact: { name } }) => name.replace(/[^\w$]/g, "_").replace(/^(?=\d)/, "_") || "_"));

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
    const { constant, type: typeName } = moduleNames(name);
    const abi = artifactInterface(artifact, cryptoSuite("standard"));
    const deploys = bytecode && artifact.bytecode !== undefined;
    const entries = artifact.abi.map((entry) => `  ${JSON.stringify(entry)},\n`).join("");
    const parts = [
      `${originLines({ ...origin, contract: artifact.name }).join("\n")}\n`,
      ...(client ? [imports(deploys, abi)] : []),
      `/** ABI of \`${commentText(artifact.name)}\`. */\nexport const ${constant}Abi = [\n${entries}] as const;\n`,
      ...(deploys ? [artifactText(constant, artifact, bytecode)] : []),
      ...(client ? [interfacesText(typeName, constant, abi), functionsText(typeName, constant, deploys)] : []),
    ];
    return { name: `${name}.ts`, text: parts.join("\n"), contract: artifact.name };
  });
}
