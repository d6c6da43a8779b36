import type { RequestOptions } from "../../client/client";
import { systemConfigKeys } from "../../config/systemConfigKeys";
import { getGroupInfo } from "../../rpc/groups";
import type { ChainSession } from "../../session";
import { getSystemConfig } from "./getSystemConfig";

/** A value of the system configuration. */
export interface SystemConfigValue {
  readonly key: string;
  readonly value: string;
  /** First block with this value; 0 for the genesis block. */
  readonly enableNumber: number;
}

/** All values that are set, of the keys known here and of those that the node names itself (since 3.6). */
export async function listSystemConfig(session: ChainSession, options?: RequestOptions): Promise<SystemConfigValue[]> {
  const info = await getGroupInfo(session.client, options);
  const named = info?.nodeList.flatMap((node) => [...(node.supportConfigs ?? []), ...(node.featureKeys ?? [])]) ?? [];
  const keys = [...new Set([...systemConfigKeys.map(({ key }) => key), ...named])];
  const values = await Promise.all(
    keys.map(async (key): Promise<SystemConfigValue | undefined> => {
      const found = await getSystemConfig(session, key, options);
      return found && { key, value: found.value, enableNumber: found.blockNumber };
    }),
  );
  return values.filter((value) => value !== undefined);
}
