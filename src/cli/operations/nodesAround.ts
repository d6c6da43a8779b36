import { createPrivateKey, X509Certificate } from "node:crypto";
import { resolve } from "node:path";
import { createClient } from "../../chain/client/client";
import { ChainError } from "../../chain/errors/chainError";
import { clientError } from "../../chain/errors/clientError";
import { getGroupInfo } from "../../chain/rpc/getGroupInfo";
import type { NodeInfo } from "../../chain/rpc/groupInfoSchema";
import { folderOnDisk } from "../../files/folderOnDisk";
import { freeBytesAt } from "../../files/freeRoom";
import { upgradeFolder } from "../../nodeConfig/upgrade/upgradeFolder";
import type { FolderHere, NodesAround } from "../../operations/model/nodesAround";
import { withTransport } from "../connection/connect";
import type { Connection } from "../connection/connectionOptions";

const maxFolders = 200;

/** @throws ChainError usage `noNodeFolder` */
async function folderHere(path: string): Promise<FolderHere> {
  const found = await upgradeFolder(resolve(path), folderOnDisk(resolve(path)), { X509Certificate, createPrivateKey });
  if (!found) throw clientError("noNodeFolder", { path });
  return { ...found, freeBytes: await freeBytesAt(found.data) };
}

/** The endpoints of a connection, each asked alone, and node folders of this machine. */
export const nodesAround = (connection: Connection, group: string): NodesAround => ({
  told: async (signal) => {
    const asked = connection.urls.map((url) =>
      withTransport({ ...connection, urls: [url] }, async (transport): Promise<readonly NodeInfo[]> => {
        try {
          return (await getGroupInfo(createClient(transport, group), signal ? { signal } : {}))?.nodeList ?? [];
        } catch (error) {
          // a node that doesn't answer says nothing; whether it is reached is told by the others
          if (error instanceof ChainError && error.kind !== "usage") return [];
          throw error;
        }
      }),
    );
    return (await Promise.all(asked)).flat();
  },
  folders: (paths) => Promise.all(paths.slice(0, maxFolders).map(folderHere)),
});
