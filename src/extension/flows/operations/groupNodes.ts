import { createPrivateKey, X509Certificate } from "node:crypto";
import { createClient } from "../../../chain/client/client";
import { ChainError } from "../../../chain/errors/chainError";
import { clientError } from "../../../chain/errors/clientError";
import { getGroupInfo } from "../../../chain/rpc/getGroupInfo";
import type { NodeInfo } from "../../../chain/rpc/groupInfoSchema";
import { folderOnDisk } from "../../../files/folderOnDisk";
import { freeBytesAt } from "../../../files/freeRoom";
import { upgradeFolder } from "../../../nodeConfig/upgrade/upgradeFolder";
import type { FolderHere, NodesAround } from "../../../operations/model/nodesAround";
import type { ChainGroup } from "../../state/connections/chainGroup";
import { openTransport } from "../../state/connections/openTransport";

const maxFolders = 200;

/** @throws ChainError usage `noNodeFolder` */
async function folderHere(path: string): Promise<FolderHere> {
  const found = await upgradeFolder(path, folderOnDisk(path), { X509Certificate, createPrivateKey });
  if (!found) throw clientError("noNodeFolder", { path });
  return { ...found, freeBytes: await freeBytesAt(found.data) };
}

/** The endpoints of a group's connection, each asked alone, and node folders of this machine. */
export const groupNodes = ({ connection: { profile }, groupId }: ChainGroup): NodesAround => ({
  told: async (signal) => {
    const asked = profile.endpoints.map(async (url): Promise<readonly NodeInfo[]> => {
      try {
        const transport = await openTransport(profile, url);
        try {
          return (await getGroupInfo(createClient(transport, groupId), signal ? { signal } : {}))?.nodeList ?? [];
        } finally {
          await transport.close();
        }
      } catch (error) {
        // a node that doesn't answer says nothing; whether it is reached is told by the others
        if (error instanceof ChainError) return [];
        throw error;
      }
    });
    return (await Promise.all(asked)).flat();
  },
  folders: (paths) => Promise.all(paths.slice(0, maxFolders).map(folderHere)),
});
