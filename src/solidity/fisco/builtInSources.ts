import { compareVersions } from "../../text/versions";
import { allowedReleases } from "../compilerReleases/releases";
import { interfaceTexts, testSource } from "./solidityTexts";

/** Which form of the built-in interfaces a file gets (docs/solidity.md, "Interfaces of FISCO BCOS"). */
export interface FiscoVariant {
  /**
   * `old`: tables as before data version 3.2, which is what the official console calls `Table.sol`. `new`: as from 3.2 on, the console's
   * `TableV320.sol`.
   */
  readonly tables: "old" | "new";
  /** For compilers before 0.6, which know neither `abstract` nor `virtual` nor structs outside of contracts. */
  readonly beforeSix: boolean;
}

/** What only the newer interface of tables has. */
const onlyNew =
  /\bKeyOrder\b|\bdescWithKeyOrder\b|\bConditionOP\.(?:EQ|NE|STARTS_WITH|ENDS_WITH|CONTAINS)\b|\bCondition\(ConditionOP\.\w{1,20},[^,()]{0,200}(?:\([^()]{0,200}\)[^,()]{0,200})?,/;
const firstSix = "0.6.0";

/**
 * The form that a file with everything it imports is written for.
 * @param pragmas of all of them
 */
export function variantOf(contents: readonly string[], pragmas: readonly string[]): FiscoVariant {
  const newest = allowedReleases(pragmas).at(-1);
  return {
    tables: contents.some((content) => onlyNew.test(content.replace(/(?<=[(.,]) | (?=[(.,])/g, ""))) ? "new" : "old",
    beforeSix: newest !== undefined && compareVersions(newest, firstSix) < 0,
  };
}

/** Names under which the official console, its documents and older examples know the same interfaces. */
const otherNames: Readonly<Record<string, string>> = {
  BFSPrecompiled: "BFS",
  BfsPrecompiled: "BFS",
  CastPrecompiled: "Cast",
  ConsensusPrecompiled: "Consensus",
  CryptoPrecompiled: "Crypto",
  SystemConfigPrecompiled: "SystemConfig",
  ContractAuthPrecompiled: "ContractAuth",
  ShardingPrecompiled: "Sharding",
  BalancePrecompiled: "Balance",
  AccountPrecompiled: "Account",
  AccountManagerPrecompiled: "AccountManager",
  DagTransferPrecompiled: "DagTransfer",
  GroupSigPrecompiled: "GroupSig",
  RingSigPrecompiled: "RingSig",
  PaillierPrecompiled: "Paillier",
  ZkpPrecompiled: "Zkp",
  KVTable: "Table",
  TableManager: "Table",
};

const folder = "fisco/";
const nameIn = (path: string): string | undefined => /(?:^|\/)(\w+)\.sol$/.exec(path)?.[1];

/** The interface's own name for a file's; undefined for a file that is none. */
function interfaceName(file: string, { tables }: FiscoVariant): string | undefined {
  const own = nameIn(file);
  if (own === undefined) return undefined;
  const name = Object.hasOwn(otherNames, own) ? (otherNames[own] ?? own) : own;
  if (!Object.hasOwn(interfaceTexts, name)) return undefined;
  return name === "Table" && tables === "new" ? "TableV320" : name;
}

const importOf = (name: string): string =>
  `// SPDX-License-Identifier: Apache-2.0\npragma solidity >=0.4.24;\n\nimport "${folder}${name}.sol";\n`;

/**
 * The text that stands for an import of an interface of FISCO BCOS whose file is not there: `fisco/Table.sol`, and the bare `./Table.sol`
 * of the official console. A bare one is a line that imports the other, so that both may be used together.
 * @param written the import as it is in the source
 */
export function builtInSource(name: string, written: string, variant: FiscoVariant): string | undefined {
  const known = interfaceName(name, variant);
  if (known === undefined) return variant.beforeSix ? undefined : testSource(name);
  const own = name === `${folder}${known}.sol`;
  const bare = written.startsWith("./") || written.startsWith("../") || !written.includes("/");
  if (!own) return bare || name.startsWith(folder) ? importOf(known) : undefined;
  const text = interfaceTexts[known] ?? "";
  if (!variant.beforeSix) return text;
  // Interfaces with structs are not to be had there.
  return text.includes("struct ")
    ? undefined
    : text.replaceAll("abstract contract ", "contract ").replace(/\s{1,20}virtual\b/g, "");
}

/** Every built-in interface by the name of its import. */
export function builtInNames(): string[] {
  return Object.keys(interfaceTexts).map((name) => `${folder}${name}.sol`);
}

/** The text of a built-in source by its own name, `fisco/Table.sol`, or one of the names that import it. */
export function builtInText(name: string): string | undefined {
  return (
    builtInSource(name, name, { tables: "old", beforeSix: false }) ??
    builtInSource(name, `./${name}`, { tables: "old", beforeSix: false })
  );
}
