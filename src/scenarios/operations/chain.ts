import { getObserverList } from "../../chain/rpc/getObserverList";
import { getSealerList } from "../../chain/rpc/getSealerList";
import { parseAmount } from "../../chain/services/balance/amount";
import { changeBalance, getBalance, setBalanceGovernor } from "../../chain/services/balance/balance";
import { listDirectory } from "../../chain/services/bfs/listDirectory";
import { mkdir } from "../../chain/services/bfs/mkdir";
import { readLink } from "../../chain/services/bfs/readLink";
import { addObserver } from "../../chain/services/consensus/addObserver";
import { addSealer } from "../../chain/services/consensus/addSealer";
import { removeNode } from "../../chain/services/consensus/removeNode";
import { setWeight } from "../../chain/services/consensus/setWeight";
import { getContractShard, linkShard, makeShard } from "../../chain/services/sharding/shard";
import { getSystemConfig } from "../../chain/services/systemConfig/getSystemConfig";
import { setSystemConfig } from "../../chain/services/systemConfig/setSystemConfig";
import { type LocalizableText, text } from "../../text/catalogue";
import { aNumber, anAddress, aText, type Given, type Operation, reads, writes } from "./operation";

const weighted = { node: aText, weight: aNumber } as const;
const weightedNode = (given: Given): { nodeId: string; weight: number } => ({
  nodeId: given.text("node"),
  weight: given.number("weight"),
});

const balanceChange = (summary: LocalizableText, kind: "add" | "subtract"): Operation =>
  writes(summary, { account: anAddress, amount: aText }, async (session, signer, given) =>
    changeBalance(session, signer, {
      kind,
      account: await given.address("account"),
      wei: parseAmount(given.text("amount")),
    }),
  );

const balanceGovernor = (summary: LocalizableText, registered: boolean): Operation =>
  writes(summary, { account: anAddress }, async (session, signer, given) =>
    setBalanceGovernor(session, signer, { account: await given.address("account"), registered }),
  );

/** The file system, nodes, configuration, balances and shards. */
export const chainOperations: Readonly<Record<string, Operation>> = {
  mkdir: writes(text("Creates a folder in the chain's file system."), { path: aText }, (session, signer, given) =>
    mkdir(session, signer, given.text("path")),
  ),
  list: reads(text("The names in a folder of the chain's file system."), { path: aText }, async (session, given) =>
    (await listDirectory(session, given.text("path"))).entries.map(({ name }) => name),
  ),
  readLink: reads(text("The address that a link points to."), { path: aText }, (session, given) =>
    readLink(session, given.text("path")),
  ),
  listSealers: reads(text("IDs of the sealers."), {}, async (session) =>
    (await getSealerList(session.client)).map(({ nodeID }) => nodeID),
  ),
  listObservers: reads(text("IDs of the observers."), {}, (session) => getObserverList(session.client)),
  addSealer: writes(text("Makes a node a sealer."), weighted, (session, signer, given) =>
    addSealer(session, signer, weightedNode(given)),
  ),
  addObserver: writes(text("Makes a node an observer."), { node: aText }, (session, signer, given) =>
    addObserver(session, signer, { nodeId: given.text("node") }),
  ),
  setWeight: writes(text("Sets the weight of a sealer."), weighted, (session, signer, given) =>
    setWeight(session, signer, weightedNode(given)),
  ),
  removeNode: writes(text("Removes a node from the group."), { node: aText }, (session, signer, given) =>
    removeNode(session, signer, { nodeId: given.text("node") }),
  ),
  setSystemConfig: writes(
    text("Sets a system configuration value."),
    { key: aText, value: aText },
    (session, signer, given) =>
      setSystemConfig(session, signer, { key: given.text("key"), value: given.text("value") }),
  ),
  getSystemConfig: reads(
    text("A system configuration value."),
    { key: aText },
    async (session, given) => (await getSystemConfig(session, given.text("key")))?.value,
  ),
  getBalance: reads(text("An account's balance in wei."), { account: anAddress }, async (session, given) =>
    getBalance(session, await given.address("account")),
  ),
  addBalance: balanceChange(text("Adds to a balance."), "add"),
  subtractBalance: balanceChange(text("Subtracts from a balance."), "subtract"),
  transferBalance: writes(
    text("Transfers between balances."),
    { from: anAddress, to: anAddress, amount: aText },
    async (session, signer, given) =>
      changeBalance(session, signer, {
        kind: "transfer",
        from: await given.address("from"),
        to: await given.address("to"),
        wei: parseAmount(given.text("amount")),
      }),
  ),
  registerBalanceGovernor: balanceGovernor(text("Registers a balance caller."), true),
  unregisterBalanceGovernor: balanceGovernor(text("Unregisters a balance caller."), false),
  makeShard: writes(text("Creates a shard."), { name: aText }, (session, signer, given) =>
    makeShard(session, signer, given.text("name")),
  ),
  linkShard: writes(
    text("Adds a contract to a shard."),
    { name: aText, contract: anAddress },
    async (session, signer, given) =>
      linkShard(session, signer, { name: given.text("name"), contract: await given.address("contract") }),
  ),
  getShard: reads(text("A contract's shard."), { contract: anAddress }, async (session, given) =>
    getContractShard(session, await given.address("contract")),
  ),
};
