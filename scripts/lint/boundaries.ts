import { builtinModules } from "node:module";
import { dirname, join, normalize } from "node:path/posix";
import { lineOf, readSources, type SourceFile } from "./sources";

/**
 * Who may import whom (docs/architecture.md, "Rooms"). `devchain` takes codecs, types and data of `chain`, not its
 * transports: the embedded chain is a server and never a client of a node. `solidity` likewise: compiling asks no node.
 */
const rooms: Record<string, { rooms: string[]; vscode?: boolean; node: "all" | "crypto" | "none"; not?: RegExp }> = {
  text: { rooms: [], node: "none" },
  time: { rooms: [], node: "none" },
  facts: { rooms: [], node: "none" },
  files: { rooms: [], node: "all" },
  http: { rooms: [], node: "all" },
  crypto: { rooms: [], node: "crypto" },
  chain: { rooms: ["crypto", "errors", "nodeConfig"], node: "all" },
  nodeConfig: { rooms: [], node: "none" },
  errors: { rooms: [], node: "none" },
  yaml: { rooms: ["errors"], node: "none" },
  processes: { rooms: ["errors"], node: "all" },
  signing: { rooms: ["crypto", "chain", "errors", "processes"], node: "all", not: /^src\/chain\/transport\// },
  devchain: {
    rooms: ["crypto", "chain", "errors", "http", "processes", "web3"],
    node: "all",
    not: /^src\/chain\/(transport|rpc|services|archive)\//,
  },
  solidity: {
    rooms: ["crypto", "chain", "errors", "processes", "yaml"],
    node: "all",
    not: /^src\/chain\/(transport|rpc|services|archive)\//,
  },
  fork: { rooms: ["crypto", "chain", "errors", "devchain"], node: "all", not: /^src\/chain\/(services|archive)\// },
  debugger: {
    rooms: ["crypto", "chain", "errors", "solidity", "contractTests", "fork", "processes"],
    node: "all",
    not: /^src\/chain\/(services|archive)\//,
  },
  contractTests: {
    rooms: ["crypto", "chain", "errors", "devchain", "solidity", "processes"],
    node: "all",
    not: /^src\/chain\/(transport|rpc|services|archive)\//,
  },
  web3: {
    rooms: ["crypto", "chain", "errors", "http", "devchain", "fork", "debugger", "processes"],
    node: "all",
    not: /^src\/(debugger\/(?!replay\/)|chain\/archive\/|devchain\/(?!execution\/|web3\/ethereumTransaction))/,
  },
  operations: {
    rooms: ["crypto", "chain", "errors", "nodeConfig", "signing"],
    node: "none",
    not: /^src\/chain\/transport\//,
  },
  assistants: {
    rooms: ["crypto", "chain", "errors", "nodeConfig", "operations", "signing"],
    node: "none",
    not: /^src\/chain\/transport\//,
  },
  scenarios: {
    rooms: ["crypto", "chain", "errors", "operations", "signing", "yaml"],
    node: "all",
    not: /^src\/chain\/(transport|archive)\//,
  },
  applications: {
    rooms: ["crypto", "chain", "errors"],
    node: "crypto",
    not: /^src\/chain\/(transport|rpc|services|archive)\//,
  },
  history: {
    rooms: ["crypto", "chain", "errors", "processes"],
    node: "all",
    not: /^src\/chain\/transport\/(?!answeredTransport)/,
  },
  monitoring: {
    // paths that a rule names, and the disks of folders
    rooms: ["crypto", "chain", "errors", "files", "yaml"],
    node: "none",
    not: /^src\/chain\/transport\//,
  },
  // what pages show, whether an editor or a browser has them
  pages: { rooms: ["crypto", "chain", "errors"], node: "none", not: /^src\/chain\/transport\// },
  nodeLogs: {
    rooms: ["nodeConfig", "chain", "errors", "processes"],
    node: "all",
    not: /^src\/chain\/(?!health\/story$)/,
  },
  languageServer: {
    rooms: ["crypto", "chain", "errors", "nodeConfig", "scenarios", "solidity", "processes", "yaml"],
    node: "all",
    not: /^src\/chain\/(transport|rpc|services|archive)\//,
  },
  extension: {
    rooms: [
      "crypto",
      "chain",
      "errors",
      "nodeConfig",
      "operations",
      "signing",
      "assistants",
      "scenarios",
      "applications",
      "monitoring",
      "pages",
      "processes",
      "web3",
      "yaml",
    ],
    node: "all",
    vscode: true,
  },
  sdk: { rooms: ["crypto", "chain", "errors", "devchain", "signing", "web3"], node: "all" },
  webview: { rooms: [], node: "none" },
  cli: {
    rooms: [
      "crypto",
      "chain",
      "errors",
      "http",
      "nodeConfig",
      "devchain",
      "solidity",
      "contractTests",
      "debugger",
      "fork",
      "operations",
      "signing",
      "assistants",
      "scenarios",
      "applications",
      "history",
      "nodeLogs",
      "monitoring",
      "pages",
      "processes",
      "languageServer",
      "web3",
      "yaml",
    ],
    node: "all",
  },
};
/** Every room may import these. */
const forAll = new Set(["text", "time", "facts"]);
/** What the extension shares with a page: types alone, as a page is another program. */
const pageMessages = /^src\/webview\/[^/]+\/messages$/;
/** What it shares with a program that it starts. */
const sharedMessages =
  /^src\/(languageServer\/protocol\/messages|contractTests\/(service\/messages|testProject)|debugger\/(adapter|inspect)\/messages|history\/service\/messages|nodeLogs\/service\/messages|web3\/service\/messages|solidity\/(service\/messages|language\/questions|program\/textRange|artifact\/compil\w+|version\/compilerReasons))$/;
/** Rooms that answer pages, themselves or by a front. */
const sharingRooms = new Set(["extension", "pages", "cli", "history", "nodeLogs"]);
/** Reads the catalogue for programs without VS Code: the one file of `text` that touches the disk. */
const catalogueFile = "src/text/catalogueFile";
const precompiledContracts = new Set(builtinModules);
/** The shelves of `extension`, the lowest first: a file takes from its own shelf and from lower ones (docs/architecture.md, "Shelves"). */
const shelves = ["kit", "state", "flows", "features"];

/** `["features", "explorer"]` of a file below `src/extension`; undefined for `extension.ts`, which may import all. */
function shelfOf(path: string): readonly [string, string] | undefined {
  const [, room, shelf = "", folder = "", ...rest] = path.split("/");
  if (room !== "extension" || !folder) return undefined;
  return [shelf, rest.length > 0 ? folder : ""];
}

function shelfViolation(path: string, target: string): string | undefined {
  const from = shelfOf(path);
  const to = shelfOf(target);
  if (!from) return undefined;
  if (!shelves.includes(from[0])) return `is on no shelf: ${shelves.join(", ")}`;
  if (!to) return `may not import ${target}`;
  if (shelves.indexOf(to[0]) > shelves.indexOf(from[0])) return `${from[0]}/ may not import ${to[0]}/`;
  if (from[0] === "features" && to[0] === "features" && from[1] !== to[1])
    return `features/${from[1]} may not import its sibling features/${to[1]}`;
  return undefined;
}

function violation(path: string, { specifier, types }: SourceFile["imports"][number]): string | undefined {
  const room = path.split("/")[1] ?? "";
  const rule = rooms[room];
  if (!rule) return "is in no known room";
  if (specifier.startsWith(".")) {
    const target = normalize(join(dirname(path), specifier));
    const targetRoom = target.split("/")[1] ?? "";
    // Templates of contracts are the editor's files, too.
    if (!target.startsWith("src/"))
      return target.endsWith(".json") || /^media\/.*\.sol$/.test(target) ? undefined : `leaves src/ for ${target}`;
    if (sharingRooms.has(room) && pageMessages.test(target))
      return types ? undefined : `may only import types of ${target}`;
    if (sharingRooms.has(room) && sharedMessages.test(target)) return undefined;
    const isDoor = targetRoom === "files" && rule.node === "all";
    if (targetRoom !== room && !isDoor && !forAll.has(targetRoom) && !rule.rooms.includes(targetRoom))
      return `${room}/ may not import ${targetRoom}/`;
    if (target === catalogueFile && (rule.node !== "all" || rule.vscode)) return `${room}/ may not import ${target}`;
    if (targetRoom === "devchain" && /^src\/sdk\/(?!testing\/)/.test(path))
      return `only sdk/testing may import ${target}`;
    if (rule.not?.test(target)) return `${room}/ may not import ${target}`;
    return room === "extension" && targetRoom === "extension" ? shelfViolation(path, target) : undefined;
  }
  if (specifier === "vscode" || specifier.startsWith("vscode-languageclient")) {
    return rule.vscode ? undefined : `only extension/ may import ${specifier}`;
  }
  if (precompiledContracts.has(specifier.replace(/^node:/, ""))) {
    if (
      rule.node === "all" ||
      path === `${catalogueFile}.ts` ||
      (rule.node === "crypto" && /^node:(?:buffer|crypto)$/.test(specifier))
    )
      return undefined;
    return `${room}/ may not use ${specifier}`;
  }
  return undefined;
}

/** What a file imports across a boundary; one line a violation. */
export const violationsOf = ({ path, text, imports }: SourceFile): string[] =>
  imports.flatMap((each) => {
    const problem = violation(path, each);
    return problem ? [`${path}:${lineOf(text, each.offset)} ${problem}`] : [];
  });

/** Import boundaries between the rooms; one line a violation. */
export const checkBoundaries = (): string[] => readSources("src").flatMap(violationsOf);
