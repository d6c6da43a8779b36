import { deployAuthTypes } from "../../chain/services/governance/propose";
import type { Sending } from "./deed";
import type { Recorded } from "./yamlText";

/** An operation with its fields. */
export interface RecordedOperation {
  readonly word: string;
  readonly fields: Readonly<Record<string, Recorded>>;
}

type Args = readonly unknown[];
type Maker = (args: Args, sending: Sending) => RecordedOperation | undefined;

const text = (value: unknown): string => String(value ?? "");
const textsOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(text) : []);

/** The members of a struct, by name or in order. */
const partsOf = (value: unknown): unknown[] =>
  Array.isArray(value) ? value : typeof value === "object" && value !== null ? Object.values(value) : [];

/** An operation whose fields are the arguments in order; an empty name leaves one out. */
const inOrder =
  (word: string, ...names: readonly string[]): Maker =>
  (args) => ({
    word,
    fields: Object.fromEntries(names.flatMap((name, at) => (name === "" ? [] : [[name, text(args[at])]]))),
  });

const accountWords = ["unfreezeAccount", "freezeAccount", "abolishAccount"] as const;
const contractWords = ["unfreezeContract", "freezeContract", "abolishContract"] as const;

const insert: Maker = (args, { table }) => {
  const [key, fields] = partsOf(args[0]);
  if (!table) return undefined;
  const values = [text(key), ...textsOf(fields)];
  const row = Object.fromEntries(table.columns.map((column, at) => [column, values[at] ?? ""]));
  return { word: "insert", fields: { table: table.name, row } };
};

const update: Maker = ([key, changes], { table }) => {
  if (!table || typeof key !== "string" || !Array.isArray(changes)) return undefined;
  const pairs = changes.map(partsOf).map(([name, value]) => [text(name), text(value)] as const);
  return { word: "update", fields: { table: table.name, key, changes: Object.fromEntries(pairs) } };
};

const createTable: Maker = ([path, info]) => {
  const parts = partsOf(info);
  const [order, key, columns] = parts.length === 3 ? parts : ["0", ...parts];
  const numerical = text(order) === "1" ? { order: "numerical" } : {};
  return {
    word: "createTable",
    fields: { table: text(path), key: text(key), columns: textsOf(columns), ...numerical },
  };
};

/** How calls of built-in contracts are said, by contract and function. */
const makers: Readonly<Record<string, Maker>> = {
  "SystemConfig.setValueByKey": inOrder("setSystemConfig", "key", "value"),
  "TableManager.createTable": createTable,
  "TableManager.createKVTable": inOrder("createKvTable", "table", "key", "value"),
  "TableManager.appendColumns": ([path, columns]) => ({
    word: "appendColumns",
    fields: { table: text(path), columns: textsOf(columns) },
  }),
  "Table.insert": insert,
  "Table.update": update,
  "Table.remove": ([key], { table }) =>
    table && typeof key === "string" ? { word: "remove", fields: { table: table.name, key } } : undefined,
  "KVTable.set": ([key, value], { table }) =>
    table ? { word: "setValue", fields: { table: table.name, key: text(key), value: text(value) } } : undefined,
  "BFS.mkdir": inOrder("mkdir", "path"),
  "Consensus.addSealer": (args) =>
    args.length === 2 ? { word: "addSealer", fields: { node: text(args[0]), weight: text(args[1]) } } : undefined,
  "Consensus.addObserver": inOrder("addObserver", "node"),
  "Consensus.remove": inOrder("removeNode", "node"),
  "Consensus.setWeight": inOrder("setWeight", "node", "weight"),
  "Sharding.makeShard": inOrder("makeShard", "name"),
  "Balance.addBalance": inOrder("addBalance", "account", "amount"),
  "Balance.subBalance": inOrder("subtractBalance", "account", "amount"),
  "Balance.transfer": inOrder("transferBalance", "from", "to", "amount"),
  "Balance.registerCaller": inOrder("registerBalanceGovernor", "account"),
  "Balance.unregisterCaller": inOrder("unregisterBalanceGovernor", "account"),
  "AccountManager.setAccountStatus": ([account, status]) => {
    const word = accountWords[Number(status)];
    return word ? { word, fields: { account: text(account) } } : undefined;
  },
  "ContractAuth.setContractStatus": ([contract, status]) => {
    const word = contractWords[typeof status === "boolean" ? Number(status) : Number(text(status))];
    return word ? { word, fields: { contract: text(contract) } } : undefined;
  },
  "ContractAuth.initAuth": inOrder("initAuth", "governor"),
  "CommitteeManager.createUpdateGovernorProposal": inOrder("proposeGovernor", "account", "weight"),
  "CommitteeManager.createSetRateProposal": inOrder("proposeRates", "participation", "approval"),
  "CommitteeManager.createSetDeployAuthTypeProposal": ([type]) => {
    const policy = deployAuthTypes[Number(text(type))];
    return policy ? { word: "proposeDeployPolicy", fields: { policy } } : undefined;
  },
  "CommitteeManager.createModifyDeployAuthProposal": inOrder("proposeDeployRight", "account", "open"),
  "CommitteeManager.createResetAdminProposal": inOrder("proposeContractAdmin", "admin", "contract"),
  "CommitteeManager.createSetSysConfigProposal": inOrder("proposeSystemConfig", "key", "value"),
  "CommitteeManager.createRmNodeProposal": inOrder("proposeNodeRemoval", "node"),
  "CommitteeManager.createUpgradeVoteComputerProposal": inOrder("proposeVoteContract", "contract"),
  "CommitteeManager.createSetConsensusWeightProposal": ([node, weight, added]) => ({
    word: !added ? "proposeWeight" : text(weight) === "0" ? "proposeObserver" : "proposeSealer",
    fields: { node: text(node), ...(added && text(weight) === "0" ? {} : { weight: text(weight) }) },
  }),
  "CommitteeManager.voteProposal": inOrder("vote", "id", "agree"),
  "CommitteeManager.revokeProposal": inOrder("revoke", "id"),
};

/** The operation that a call of a built-in contract is; undefined where scenarios have none for it. */
export function operationOf(sending: Sending): RecordedOperation | undefined {
  const { builtin, call } = sending;
  const maker = builtin === undefined ? undefined : makers[`${builtin}.${call.name}`];
  return maker?.(
    call.arguments.map(({ value }) => value),
    sending,
  );
}
