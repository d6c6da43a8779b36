import { type LocalizableText, text } from "../text/catalogue";
import type { Operation } from "./model/operation";

interface Noun {
  /** What its operations are about. */
  readonly summary: LocalizableText;
  readonly load: () => Promise<readonly Operation[]>;
}

/** What there is to do on a chain, by noun. Each is loaded when it is asked for. */
export const nouns: Readonly<Record<string, Noun>> = {
  node: {
    summary: text("sealers and observers of a group"),
    load: async () => (await import("./node/node")).nodeOperations,
  },
  config: {
    summary: text("values of the system configuration"),
    load: async () => (await import("./config/config")).configOperations,
  },
  upgrade: {
    summary: text("upgrade of the chain to a later release"),
    load: async () => (await import("./upgrade/upgrade")).upgradeOperations,
  },
  bfs: {
    summary: text("folders and links of the chain's file system"),
    load: async () => (await import("./bfs/bfs")).bfsOperations,
  },
  table: {
    summary: text("tables of rows"),
    load: async () => (await import("./table/table")).tableOperations,
  },
  kv: {
    summary: text("key-value tables"),
    load: async () => (await import("./kv/kv")).kvOperations,
  },
  contract: {
    summary: text("contracts: calls, deployments, and who may call and change them"),
    load: async () => {
      const [{ contractCalls }, { deploySource }, { proxyChanges }, { contractRightsOperations }, { inspectContract }] =
        await Promise.all([
          import("./contract/calls"),
          import("./contract/deploySource"),
          import("./contract/upgrades"),
          import("./contract/rights"),
          import("./inspect/inspect"),
        ]);
      return [...contractCalls, deploySource, ...proxyChanges, ...contractRightsOperations, ...inspectContract];
    },
  },
  source: {
    summary: text("Solidity sources of the folder"),
    load: async () => (await import("./source/source")).sourceOperations,
  },
  block: {
    summary: text("blocks of the chain"),
    load: async () => (await import("./block/block")).blockOperations,
  },
  tx: {
    summary: text("transactions and receipts"),
    load: async () => {
      const [{ txOperations }, { inspectTransaction }] = await Promise.all([
        import("./tx/tx"),
        import("./inspect/inspect"),
      ]);
      return [...txOperations, ...inspectTransaction];
    },
  },
  events: {
    summary: text("events of contracts"),
    load: async () => (await import("./events/events")).eventOperations,
  },
  group: {
    summary: text("the group, its health and its connections"),
    load: async () => (await import("./group/group")).groupOperations,
  },
  rpc: {
    summary: text("the JSON-RPC interface of a node"),
    load: async () => (await import("./rpc/rpc")).rpcOperations,
  },
  crypto: {
    summary: text("hashes, signatures and conversions as contracts compute them"),
    load: async () => (await import("./crypto/crypto")).cryptoOperations,
  },
  committee: {
    summary: text("the committee, and what is proposed to it"),
    load: async () => (await import("./committee/committee")).committeeOperations,
  },
  proposal: {
    summary: text("proposals and votes on them"),
    load: async () => (await import("./proposal/proposal")).proposalOperations,
  },
  account: {
    summary: text("what accounts may do, and whether they may send transactions"),
    load: async () => (await import("./account/account")).accountOperations,
  },
  balance: {
    summary: text("balances, and who may change them"),
    load: async () => (await import("./balance/balance")).balanceOperations,
  },
  shard: {
    summary: text("contracts that are executed separately from others"),
    load: async () => (await import("./shard/shard")).shardOperations,
  },
  archive: {
    summary: text("what nodes have archived, and the archive query service"),
    load: async () => (await import("./archive/archive")).archiveOperations,
  },
  dev: {
    summary: text("powers of an embedded chain: blocks, time, snapshots, faults, any sender"),
    load: async () => (await import("./dev/dev")).devOperations,
  },
};

/** Every operation, in the order of the nouns. */
export async function allOperations(): Promise<readonly Operation[]> {
  return (await Promise.all(Object.values(nouns).map(({ load }) => load()))).flat();
}

/** `node add-sealer`; undefined where there is none. */
export async function findOperation(noun: string, verb: string): Promise<Operation | undefined> {
  const found = Object.hasOwn(nouns, noun) ? await nouns[noun]?.load() : undefined;
  return found?.find((operation) => operation.verb === verb);
}
