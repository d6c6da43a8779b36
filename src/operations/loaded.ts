import { accountOperations } from "./account/account";
import { balanceOperations } from "./balance/balance";
import { bfsOperations } from "./bfs/bfs";
import { blockOperations } from "./block/block";
import { committeeOperations } from "./committee/committee";
import { configOperations } from "./config/config";
import { contractCalls } from "./contract/calls";
import { contractRightsOperations } from "./contract/rights";
import { cryptoOperations } from "./crypto/crypto";
import { eventOperations } from "./events/events";
import { groupOperations } from "./group/group";
import { kvOperations } from "./kv/kv";
import type { Operation } from "./model/operation";
import { nodeOperations } from "./node/node";
import { proposalOperations } from "./proposal/proposal";
import { rpcOperations } from "./rpc/rpc";
import { shardOperations } from "./shard/shard";
import { tableOperations } from "./table/table";
import { txOperations } from "./tx/tx";

/** The whole catalogue at once, for those who read it without waiting: languages and their editors. */
export const loadedOperations: readonly Operation[] = [
  ...nodeOperations,
  ...configOperations,
  ...bfsOperations,
  ...tableOperations,
  ...kvOperations,
  ...contractCalls,
  ...blockOperations,
  ...txOperations,
  ...eventOperations,
  ...groupOperations,
  ...rpcOperations,
  ...cryptoOperations,
  ...committeeOperations,
  ...proposalOperations,
  ...contractRightsOperations,
  ...accountOperations,
  ...balanceOperations,
  ...shardOperations,
];
