import type { AbiParameter } from "../../chain/abi/abiType";
import type { AbiFunction, ContractInterface } from "../../chain/abi/contractInterface";
import { artifactInterface } from "../../chain/artifact/artifactInterface";
import { libraryMarkers, libraryName } from "../../chain/artifact/linkLibraries";
import type { ContractArtifact } from "../../chain/artifact/readArtifact";
import { cryptoSuite } from "../../crypto/suites";
import type { ClientContract, GeneratedFile } from "../java/generateClients";
import { originLines } from "../java/origin";
import { uniqueNames } from "../uniqueNames";
import { argumentsText, resultText } from "./typeText";

/** How modules are made. */
export interface ModuleOptions {
  /** Whether creation code is in them, and with it what deploys. */
  readonly bytecode: boolean;
  /** Whether they call the SDK; else they have constants alone, for any library. */
  readonly client: boolean;
}

/** Nothing of a source ends a comment or is unseen in it. */
const commentText = (text: string): string => text.replace(/[^\P{C}\n]/gu, "").replaceAll("*/", "*\\/");

function comment(indent: string, lines: readonly string[]): string {
  const all = lines.flatMap((line) => commentText(line).split("\n")).map((line) => line.trimEnd());
  if (all.length === 0) return "";
  return `${indent}/**\n${all.map((line) => `${indent} *${line === "" ? "" : ` ${line}`}\n`).join("")}${indent} */\n`;
}

const said = (kind: string, parameters: readonly AbiParameter[]): string[] =>
  parameters.flatMap(({ name, doc }) => (doc ? [`@${kind} ${name === "" ? "" : `${name} `}${doc}`] : []));

/** What the source says of a function, as an editor shows it. */
function docOf({ doc, inputs, outputs, signature }: AbiFunction): string[] {
  const results = outputs.flatMap((output) => (output.doc ? [output.doc] : []));
  return [
    ...(doc ? [doc] : []),
    `\`${signature}\``,
    ...said("param", inputs),
    ...(results.length === 0 ? [] : [`@returns ${results.join(", ")}`]),
  ];
}

const reads = ({ stateMutability }: AbiFunction): boolean => stateMutability === "view" || stateMutability === "pure";

interface Member {
  readonly options: string;
  readonly result: (called: AbiFunction) => string;
}

/** In an interface, `new(…)` alone would be a constructor. */
const memberName = (name: string): string => (name === "new" ? `"${name}"` : name);

function membersText(functions: readonly AbiFunction[], { options, result }: Member): string {
  return functions
    .map((called) => {
      const args = called.inputs.length === 0 ? "" : `args: ${argumentsText(called.inputs)}, `;
      return `${comment("  ", docOf(called))}  ${memberName(called.name)}(${args}options?: ${options}): Promise<${result(called)}>;\n`;
    })
    .join("");
}

function signatureMembers(functions: readonly AbiFunction[], member: Member): string {
  const names = functions.map(({ name }) => name);
  const overloaded = functions.filter(({ name }) => names.indexOf(name) !== names.lastIndexOf(name));
  return membersText(
    overloaded.map((called) => ({ ...called, name: JSON.stringify(called.signature) })),
    member,
  );
}

const plainResult = (called: AbiFunction): string => resultText(called.outputs);

/** The contract as a type: the same functions as the SDK derives from the ABI, with what the source says of them. */
function interfacesText(typeName: string, constant: string, { functions }: ContractInterface): string {
  const [reading, writing] = [functions.filter(reads), functions.filter((each) => !reads(each))];
  const event = `EventOf<typeof ${constant}Abi>`;
  const members: readonly (readonly [string, readonly AbiFunction[], Member])[] = [
    ["Reads", reading, { options: "ReadOptions", result: plainResult }],
    ["Writes", writing, { options: "SendOptions", result: (each) => `SendResult<${plainResult(each)}, ${event}>` }],
    ["Simulations", writing, { options: "SendOptions", result: (each) => `SimulateResult<${plainResult(each)}>` }],
  ];
  const parts = members.map(
    ([kind, list, member]) =>
      `export interface ${typeName}${kind} {\n${membersText(list, member)}${signatureMembers(list, member)}}\n`,
  );
  const whole =
    `export interface ${typeName}Contract extends Omit<Contract<typeof ${constant}Abi>, "read" | "write" | "simulate"> {\n` +
    `  readonly read: ${typeName}Reads;\n  readonly write: ${typeName}Writes;\n  readonly simulate: ${typeName}Simulations;\n}\n`;
  return [...parts, whole].join("\n");
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

const imports = (deploys: boolean, reading: boolean, writing: boolean): string => {
  const types = [
    ...["Account", "Address", "Chain", "Contract"],
    ...(deploys ? ["DeployOptions"] : []),
    ...(writing ? ["EventOf"] : []),
    ...(reading ? ["ReadOptions"] : []),
    ...(deploys ? ["Receipt"] : []),
    ...(writing ? ["SendOptions", "SendResult", "SimulateResult"] : []),
  ];
  const named = [...types.map((type) => `type ${type}`), ...(deploys ? ["deploy"] : []), "getContract"];
  return `import {\n${named.map((name) => `  ${name},\n`).join("")}} from "chainside/sdk";\n`;
};

function artifactText(constant: string, artifact: ContractArtifact, bytecode: boolean): string {
  const { name, bytecode: code, smBytecode, libraryNames } = artifact;
  const codes = bytecode ? [code ?? "", smBytecode ?? ""] : [];
  const markers = codes.flatMap((each) => libraryMarkers(name, each));
  const libraries = Object.fromEntries(markers.map((marker) => [marker, libraryName(marker, libraryNames)]));
  const lines = [
    `  abi: ${constant}Abi,`,
    ...(codes[0] ? [`  bytecode: ${JSON.stringify(codes[0])},`] : []),
    ...(codes[1] ? [`  /** For SM chains. */\n  smBytecode: ${JSON.stringify(codes[1])},`] : []),
    ...(markers.length === 0 ? [] : [`  libraryNames: ${JSON.stringify(libraries)},`]),
  ];
  return `/** What \`deploy(chain, { ...${constant}Artifact, args })\` takes. */\nexport const ${constant}Artifact = {\n${lines.join("\n")}\n} as const;\n`;
}

const moduleNames = (contracts: readonly ClientContract[]): string[] =>
  uniqueNames(contracts.map(({ artifact: { name } }) => name.replace(/[^\w$]/g, "_").replace(/^(?=\d)/, "_") || "_"));

/**
 * A TypeScript module for each contract: its ABI as a constant with types, its code, and the contract as the SDK has it, with what the
 * source
 * says of its functions. The same contracts give the same bytes.
 * @throws ChainError usage: what an ABI or code is wrong in.
 */
export function generateModules(
  contracts: readonly ClientContract[],
  { bytecode, client }: ModuleOptions,
): GeneratedFile[] {
  const names = moduleNames(contracts);
  return contracts.map(({ artifact, origin }, index): GeneratedFile => {
    const name = names[index] ?? artifact.name;
    const constant = name.charAt(0).toLowerCase() + name.slice(1);
    const typeName = name.charAt(0).toUpperCase() + name.slice(1);
    const abi = artifactInterface(artifact, cryptoSuite("standard"));
    const deploys = bytecode && artifact.bytecode !== undefined;
    const entries = artifact.abi.map((entry) => `  ${JSON.stringify(entry)},\n`).join("");
    const parts = [
      `${originLines({ ...origin, contract: artifact.name }).join("\n")}\n`,
      ...(client
        ? [
            imports(
              deploys,
              abi.functions.some(reads),
              abi.functions.some((each) => !reads(each)),
            ),
          ]
        : []),
      `/** ABI of \`${artifact.name}\`. */\nexport const ${constant}Abi = [\n${entries}] as const;\n`,
      ...(deploys ? [artifactText(constant, artifact, bytecode)] : []),
      ...(client ? [interfacesText(typeName, constant, abi), functionsText(typeName, constant, deploys)] : []),
    ];
    return { name: `${name}.ts`, text: parts.join("\n"), contract: artifact.name };
  });
}
