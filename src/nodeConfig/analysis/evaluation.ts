import { judgedAs } from "../../facts/releases/releases";
import { atLeast } from "../../text/versions";
import type { IniDocument, IniFileKind } from "../document/iniDocument";
import type { IdentityDigits } from "../document/listSection";
import type { Role } from "../schema/keySpec";
import { readBool } from "../values/typedRead";
import type { AnalysisContext } from "./analysisContext";

/** What the rules of a single line depend on besides the line; one object as long as nothing of it changes. */
export interface Evaluation {
  readonly kind: IniFileKind;
  readonly identityLength: IdentityDigits;
  readonly version: string;
  readonly role: Role;
  /** Whether a user said which program it is; a role told from the sections is no ground for complaints. */
  readonly roleIsCertain: boolean;
  /** Release 2.x: another schema, of which only the access lists and the lexical rules are the same. */
  readonly secondGeneration: boolean;
}

/**
 * How many digits a list entry must have: the setting, or, for `auto`, 512 when the folder of the file shows a TLS
 * identity of 512 digits and SM TLS is not on, else 128.
 */
export function resolveIdentityLength(document: IniDocument, context: AnalysisContext): IdentityDigits {
  if (context.identityLength !== "auto") return context.identityLength;
  if (context.own?.tlsId?.length !== 512) return 128;
  return readBool(document.find("p2p", "sm_ssl")?.value ?? "") === true ? 128 : 512;
}

/** The program a config.ini is for, told from its sections: only services have `[service]`, and each reads others. */
function detectRole(document: IniDocument): Role {
  const has = (name: string): boolean => document.sections(name).length > 0;
  if (document.kind === "genesis" || !has("service")) return "air";
  if (has("p2p")) return "gateway";
  if (has("rpc")) return "rpc";
  if (has("txpool") || has("consensus") || has("sync")) return has("failover") ? "max-node" : "pro-node";
  return has("executor") || has("chain") ? "executor" : "pro-node";
}

/** What only nodes of release 2.x have, and what only nodes of 3.x have: sections, or keys of sections that both have. */
const generations = {
  second: {
    sections: ["network_security", "group", "compatibility", "network_compress"],
    keys: {
      rpc: ["channel_listen_ip", "channel_listen_port", "jsonrpc_listen_ip", "jsonrpc_listen_port"],
      p2p: ["node.0", "node.1"],
      chain: ["id"],
    },
  },
  third: {
    sections: [
      "cert",
      "security",
      "consensus",
      "storage",
      "txpool",
      "executor",
      "sync",
      "failover",
      "service",
      "web3_rpc",
    ],
    keys: {
      rpc: ["listen_ip", "listen_port", "thread_count", "enable_ssl", "disable_ssl", "sm_ssl"],
      p2p: ["nodes_path", "nodes_file", "sm_ssl", "thread_count"],
      chain: ["sm_crypto", "chain_id", "group_id"],
    },
  },
} as const;

function signsOf(document: IniDocument, generation: "second" | "third"): number {
  const { sections, keys }: { sections: readonly string[]; keys: Readonly<Record<string, readonly string[]>> } =
    generations[generation];
  const found = Object.entries(keys).flatMap(([section, names]) =>
    names.filter((name) => document.find(section, name) !== undefined),
  );
  return sections.filter((name) => document.sections(name).length > 0).length + found.length;
}

/** A leftover of 2.x in a file of 3.x makes it none: there must be more that only 2.x has than what only 3.x has. */
const looksSecondGeneration = (document: IniDocument): boolean =>
  signsOf(document, "second") > signsOf(document, "third");

/** Everything the rules need to know, from the settings, the folder and the file itself. */
export function resolveEvaluation(document: IniDocument, context: AnalysisContext): Evaluation {
  const { nodeVersion } = context;
  return {
    kind: document.kind,
    identityLength: resolveIdentityLength(document, context),
    version: judgedAs(nodeVersion),
    role: context.role ?? detectRole(document),
    roleIsCertain: context.role !== undefined,
    secondGeneration:
      document.kind === "config" &&
      (nodeVersion === undefined ? looksSecondGeneration(document) : !atLeast(nodeVersion, "3.0.0")),
  };
}

/** Whether the node has access lists: 2.x has, 3.x from 3.2.0. */
export function knowsLists({ secondGeneration, version }: Evaluation): boolean {
  return secondGeneration || atLeast(version, "3.2.0");
}
