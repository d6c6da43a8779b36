import * as vscode from "vscode";
import type { Access, ConnectionSetting } from "../../../chain/profile/connectionSetting";
import { isWithinLimits } from "./numberLimits";

/** Every setting of the extension with its type. The defaults stand in the manifest alone. */
export interface Settings {
  connections: readonly ConnectionSetting[];
  "embeddedChain.port": number;
  "embeddedChain.accounts": number;
  /** Port for Ethereum tools; 0 opens none. */
  "embeddedChain.web3Port": number;
  "embeddedChain.web3ProxyPort": number;
  /** Empty takes the built-in one. */
  "embeddedChain.chainId": string;
  "embeddedChain.seed": string;
  "embeddedChain.access": Access;
  "embeddedChain.startAutomatically": boolean;
  /** Blocks outlive the chain's process and the window. */
  "embeddedChain.keep": boolean;
  /** Permissions are enforced from the first block; the first development account is the governor. */
  "embeddedChain.permissions": boolean;
  /** SM2, SM3 and SM4 instead of secp256k1 and keccak256. */
  "embeddedChain.sm": boolean;
  /** What its port speaks; `sm` is SM TLS (TLCP). */
  "embeddedChain.tls": "none" | "standard" | "sm";
  /** Switches of the system configuration that are on from the first block. */
  "embeddedChain.features": readonly string[];
  "embeddedChain.executorVersion": 0 | 1;
  /** Of one sender's Ethereum transactions within a block. */
  "embeddedChain.order": "shuffled" | "arrival";
  /** Origins of web pages that may use the chain. */
  "embeddedChain.allowOrigins": readonly string[];
  /** The node's archive delete service and the query service behind it listen too. */
  "embeddedChain.archive": boolean;
  "blocks.pageSize": number;
  /** An index stops before its file is larger. */
  "history.budgetMB": number;
  "history.indexSmallChains": boolean;
  refreshIntervalMs: number;
  /** Of times that people read and type; empty takes the system's. */
  timeZone: string;
  /** A dry run carries the signature of the account before the transaction itself is confirmed. */
  signDryRuns: boolean;
  /** Stale clients are generated again when their sources are saved. */
  "clients.generateOnSave": boolean;
  /** What is signed on chains that aren't embedded, and who agreed, is written down. */
  "audit.enabled": boolean;
  /** Empty takes the one of all fronts of this user. */
  "audit.folder": string;
  /** Integrated terminals find the program `chainside`. */
  "commandLine.inTerminals": boolean;
  /** Labels by address, shared by the workspace. */
  addressBook: Readonly<Record<string, string>>;
  "accessList.identityLength": "auto" | "128" | "512";
  /** `auto` or a release, such as `3.16.0`. */
  "nodeConfig.nodeVersion": string;
  /** Version, or path of a `soljson.js` or of a `solc` package; empty takes what fits the pragmas. */
  "solidity.compiler": string;
  /** Machine that the code is for; empty takes what compiler and chain can. */
  "solidity.evmVersion": string;
  /** Whose style sources are formatted in. */
  "solidity.formatter": "auto" | "prettier" | "forge" | "forge-fmt" | "off";
  /** Severities of rules about Solidity, by rule; the language server reads them. */
  "lint.rules": Readonly<Record<string, string>>;
  /** Whether the chain that sources are for moves coins; `auto`: as the connected chain says. */
  "lint.coins": "auto" | "on" | "off";
  /** Whether Solidity files get diagnostics, hovers and the like from Chainside: `auto` where no other extension gives them. */
  "solidity.inlayHints.argumentNames": boolean;
  "solidity.inlayHints.selectors": boolean;
  "solidity.languageFeatures": "auto" | "on" | "off";
}

/** Whether a value is of the type of the manifest's default. */
const isLike = (value: unknown, usual: unknown): boolean =>
  usual === undefined ||
  (typeof value === typeof usual && value !== null && Array.isArray(value) === Array.isArray(usual));

/**
 * The one reader of settings. VS Code gives the manifest's default where nothing is set, and hands over whatever stands in settings.json:
 * a value of another type than the default, or a number beyond its limits, counts for nothing.
 * @param resource the file or folder that it is asked for: a folder of the workspace may have a value of its own
 */
export function setting<Name extends keyof Settings>(name: Name, resource: vscode.Uri | null = null): Settings[Name] {
  const settings = vscode.workspace.getConfiguration("chainside", resource);
  const [value, usual] = [settings.get(name), settings.inspect(name)?.defaultValue];
  const counts = isLike(value, usual) && (typeof value !== "number" || isWithinLimits(name, value));
  return (counts ? value : usual) as Settings[Name];
}

/** The compiler that is named for a file or folder, by version or path; nothing where any that fits may be taken. */
export const namedCompiler = (resource: vscode.Uri | null): string | undefined =>
  setting("solidity.compiler", resource).trim() || undefined;

/** What stands in one place alone, without what the others add. */
export function settingOf<Name extends keyof Settings>(
  name: Name,
  target: vscode.ConfigurationTarget,
): Settings[Name] | undefined {
  const found = vscode.workspace.getConfiguration("chainside", null).inspect<Settings[Name]>(name);
  return target === vscode.ConfigurationTarget.Global ? found?.globalValue : found?.workspaceValue;
}

/** What the user set, else the default that this editor was given: never a word of the workspace. */
export const settingOfUser = <Name extends keyof Settings>(name: Name): Settings[Name] | undefined =>
  settingOf(name, vscode.ConfigurationTarget.Global) ??
  vscode.workspace.getConfiguration("chainside", null).inspect<Settings[Name]>(name)?.defaultValue;

/** A switch that a workspace may turn off and never on: what it allows is the user's to give. */
export const isAllowedByUser = (name: "signDryRuns"): boolean =>
  setting(name) && settingOf(name, vscode.ConfigurationTarget.Global) === true;

/**
 * Whether restricted settings can be written for the workspace: in Restricted Mode what stands there counts for nothing and is not told, so
 * that a list written anew would take its place.
 */
export const takesRestrictedSettings = (): boolean =>
  vscode.workspace.workspaceFolders !== undefined && vscode.workspace.isTrusted;

/** Where a setting is written that is about what is open; without a folder, for the user, as is a restricted one in Restricted Mode. */
export const placeOfSettings = (restricted = true): vscode.ConfigurationTarget =>
  (restricted ? takesRestrictedSettings() : vscode.workspace.workspaceFolders)
    ? vscode.ConfigurationTarget.Workspace
    : vscode.ConfigurationTarget.Global;

/** @param value undefined takes away what stands there */
export async function updateSetting<Name extends keyof Settings>(
  name: Name,
  value: Settings[Name] | undefined,
  target: vscode.ConfigurationTarget,
): Promise<void> {
  await vscode.workspace.getConfiguration("chainside", null).update(name, value, target);
}

export function onDidChangeSetting(name: keyof Settings, listener: () => void): vscode.Disposable {
  return vscode.workspace.onDidChangeConfiguration((event) => {
    if (event.affectsConfiguration(`chainside.${name}`)) listener();
  });
}
