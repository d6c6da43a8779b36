import * as vscode from "vscode";
import { maxBytes } from "../../../files/regularFile";
import type { AccessLists } from "../../../nodeConfig/analysis/accessLists";
import type { AnalysisContext, KnownNode } from "../../../nodeConfig/analysis/analysisContext";
import type { IniDocument } from "../../../nodeConfig/document/iniDocument";
import type { ReloadMethod } from "../../../nodeConfig/lists/reloadMethod";
import { releaseStarted } from "../../../nodeConfig/nodeFolder";
import { readEnd, readIfSmall } from "../../kit/files/readFile";
import { openDocument } from "../../kit/files/showFile";
import type { InstanceCache } from "../../kit/memory/kept";

/** A node folder of the workspace and what its files say (docs/protocol/connection-profiles.md). */
export interface NodeFolder {
  readonly uri: vscode.Uri;
  readonly name: string;
  /** Name below the workspace, for telling folders of one name apart. */
  readonly place: string;
  readonly node: KnownNode;
  readonly document: IniDocument;
  readonly context: AnalysisContext;
  readonly lists: AccessLists;
  readonly version: string;
  /** The release that the node printed when it started last. */
  readonly printed: string | undefined;
  readonly reload: ReloadMethod;
  readonly p2pPort: number | undefined;
  /** Where the node can be found listening: its P2P port, or the RPC port of a service without one. */
  readonly listens: { readonly host: string; readonly port: number } | undefined;
  /** The host whose folder this is, by the name that the chain builder gives it. */
  readonly host: string;
  readonly rpcPort: number | undefined;
  /** Where its RPC is reached from this machine. */
  readonly rpcListens: { readonly host: string; readonly port: number } | undefined;
  readonly rpcTls: boolean;
  readonly group: string | undefined;
  readonly hasStart: boolean;
  readonly hasStop: boolean;
  /** What was read of its other files: a folder is read anew when one of them changes. */
  readonly kept: InstanceCache;
}

/** The text of a small file of a node folder, as it stands in the editor where it is open. */
export async function readText(uri: vscode.Uri): Promise<string | undefined> {
  return openDocument(uri)?.getText() ?? readIfSmall(uri, maxBytes.configuration);
}

/** The release that the node of that folder printed when it started last. */
export const printedRelease = (folder: vscode.Uri): Promise<string | undefined> =>
  releaseStarted({ readEnd: (name, max) => readEnd(vscode.Uri.joinPath(folder, name), max) });
