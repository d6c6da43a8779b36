import { createPrivateKey, X509Certificate } from "node:crypto";
import { resolve } from "node:path";
import { ChainError } from "../../errors/chainError";
import { clientError } from "../../errors/clientError";
import { folderOnDisk } from "../../files/folderOnDisk";
import { freeBytesAt } from "../../files/freeRoom";
import { type UpgradeFolder, upgradeFolder } from "../../nodeConfig/upgrade/upgradeFolder";
import { createClient, type Transport } from "../client/client";
import type { NodeInfo } from "../rpc/groups";
import { getGroupInfo } from "../rpc/groups";

/** A node folder of this machine, and the room beside its database. */
export interface FolderHere extends UpgradeFolder {
  /** Bytes that a user may still write where the database is; undefined where the system doesn't say. */
  readonly freeBytes: number | undefined;
}

/** Nodes of the group beyond the one that a session asks. */
export interface NodesAround {
  /** What the node behind each endpoint of the connection says of itself; one that doesn't answer says nothing. */
  report(signal?: AbortSignal): Promise<readonly NodeInfo[]>;
  /** What node folders of this machine say. @throws ChainError usage `noNodeFolder` for a path that is none */
  folders(paths: readonly string[]): Promise<readonly FolderHere[]>;
}

const maxFolders = 200;

async function folderHere(path: string): Promise<FolderHere> {
  const found = await upgradeFolder(resolve(path), folderOnDisk(resolve(path)), { X509Certificate, createPrivateKey });
  if (!found) throw clientError("noNodeFolder", { path });
  return { ...found, freeBytes: await freeBytesAt(found.data) };
}

/**
 * The endpoints of a connection, each asked alone, and node folders of this machine.
 * @param open makes the transport of an endpoint, which is closed afterwards
 */
export function nodesAround(
  endpoints: readonly string[],
  group: string,
  open: (url: string) => Promise<Transport>,
): NodesAround {
  const ask = async (url: string, signal: AbortSignal | undefined): Promise<readonly NodeInfo[]> => {
    let transport: Transport | undefined;
    try {
      transport = await open(url);
      return (await getGroupInfo(createClient(transport, group), signal ? { signal } : {}))?.nodeList ?? [];
    } catch (error) {
      // a node that doesn't answer says nothing; whether it is reached is told by the others
      if (error instanceof ChainError && error.kind !== "usage") return [];
      throw error;
    } finally {
      await transport?.close();
    }
  };
  return {
    report: async (signal) => (await Promise.all(endpoints.map((url) => ask(url, signal)))).flat(),
    folders: (paths) => Promise.all(paths.slice(0, maxFolders).map(folderHere)),
  };
}
