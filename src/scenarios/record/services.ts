import { methodAuthTypes } from "../../chain/services/contractAuth/methodAuth";
import { deployAuthTypes } from "../../chain/services/governance/propose";
import { conditionOperators, maxRows } from "../../chain/services/table/condition";
import { prefixedAddress } from "../../crypto/bytes/hex";
import type { Recorded } from "./recordedText";
import type { Sending } from "./recordedTransaction";

/** An operation with its fields. */
interface RecordedOperation {
  readonly word: string;
  readonly fields: Readonly<Record<string, Recorded>>;
  /** Lines beside the step's own: `to` of a link. */
  readonly more?: Readonly<Record<string, string>>;
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

/** Addresses that contracts take as texts come with `0x` or without. */
const addressIn = (value: unknown): string => prefixedAddress(text(value));

const accountText = ["unfreezeAccount", "freezeAccount", "abolishAccount"] as const;
const contractText = ["unfreezeContract", "freezeContract", "abolishContract"] as const;

const insert: Maker = (args, { table }) => {
  const [key, fields] = partsOf(args[0]);
  if (!table) return undefined;
  const values = [text(key), ...textsOf(fields)];
  const row = Object.fromEntries(table.columns.map((column, at) => [column, values[at] ?? ""]));
  return { word: "insert", fields: { table: table.name, row } };
};

type Table = NonNullable<Sending["table"]>;

const quoted = (value: unknown): string => `'${text(value).replaceAll("'", "''")}'`;
const patterns = { startsWith: ["", "%"], endsWith: ["%", ""], contains: ["%", "%"] } as const;

/** One condition in SQL; undefined for a pattern whose value holds signs of patterns. */
function conditionText(parts: readonly unknown[], [key = ""]: readonly string[]): string | undefined {
  const [op, field, value] = parts.length === 3 ? parts : [parts[0], key, parts[1]];
  const operator = conditionOperators[Number(text(op))];
  if (operator !== "startsWith" && operator !== "endsWith" && operator !== "contains")
    return operator && `${text(field)} ${operator} ${quoted(value)}`;
  const [before, behind] = patterns[operator];
  return /[%_]/.test(text(value)) ? undefined : `${text(field)} like ${quoted(`${before}${text(value)}${behind}`)}`;
}

/** `where … limit …` of a condition list as the node takes it. */
function whereText({ columns }: Table, conditions: unknown, limit: unknown): string | undefined {
  const all = partsOf(conditions).map((each) => conditionText(partsOf(each), columns));
  const [offset, count] = partsOf(limit).map(text);
  if (all.length === 0 || all.includes(undefined) || offset === undefined || count === undefined) return undefined;
  const limited = offset === "0" && count === String(maxRows) ? "" : ` limit ${offset}, ${count}`;
  return `where ${all.join(" and ")}${limited}`;
}

const statement = (...parts: readonly (string | undefined)[]): RecordedOperation | undefined =>
  parts.includes(undefined) ? undefined : { word: "sql", fields: { statement: parts.join(" ") } };

const update: Maker = (args, { table }) => {
  const changes = args.at(-1);
  if (!table || !Array.isArray(changes)) return undefined;
  const pairs = changes.map(partsOf).map(([name, value]) => [text(name), text(value)] as const);
  const [key] = args;
  if (typeof key === "string") {
    return { word: "update", fields: { table: table.name, key, changes: Object.fromEntries(pairs) } };
  }
  const set = pairs.map(([name, value]) => `${name} = ${quoted(value)}`).join(", ");
  return statement("update", table.name, "set", set, whereText(table, args[0], args[1]));
};

const remove: Maker = ([key, limit], { table }) => {
  if (!table) return undefined;
  if (typeof key === "string") return { word: "remove", fields: { table: table.name, key } };
  return statement("delete from", table.name, whereText(table, key, limit));
};

/** A link: since 3.1 by its path below `/apps`, before by name and version. */
const link: Maker = (args) => {
  const [name, version] = args.map(text);
  const path = args.length === 4 ? `/apps/${name}/${version}` : `/apps${name?.startsWith("/") ? "" : "/"}${name}`;
  return { word: "link", fields: { path }, more: { to: addressIn(args.at(-2)) } };
};

const methodPolicy: Maker = ([contract, selector, type], { method }) => {
  const policy = methodAuthTypes[Number(text(type))];
  if (!policy || policy === "none") return undefined;
  return {
    word: "setMethodPolicy",
    fields: { contract: addressIn(contract), method: method ?? text(selector), policy },
  };
};

const methodAccess =
  (word: string): Maker =>
  ([contract, selector, account], { method }) => ({
    word,
    fields: { contract: addressIn(contract), method: method ?? text(selector), account: addressIn(account) },
  });

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
  "Table.remove": remove,
  "KVTable.set": ([key, value], { table }) =>
    table ? { word: "setValue", fields: { table: table.name, key: text(key), value: text(value) } } : undefined,
  "BFS.mkdir": inOrder("mkdir", "path"),
  "BFS.link": link,
  "Consensus.addSealer": (args) =>
    args.length === 2 ? { word: "addSealer", fields: { node: text(args[0]), weight: text(args[1]) } } : undefined,
  "Consensus.addObserver": inOrder("addObserver", "node"),
  "Consensus.remove": inOrder("removeNode", "node"),
  "Consensus.setWeight": inOrder("setWeight", "node", "weight"),
  "Sharding.makeShard": inOrder("makeShard", "name"),
  "Sharding.linkShard": ([name, contract]) => ({
    word: "linkShard",
    fields: { name: text(name), contract: addressIn(contract) },
  }),
  "Balance.addBalance": inOrder("addBalance", "account", "amount"),
  "Balance.subBalance": inOrder("subtractBalance", "account", "amount"),
  "Balance.transfer": inOrder("transferBalance", "from", "to", "amount"),
  "Balance.registerCaller": inOrder("registerBalanceGovernor", "account"),
  "Balance.unregisterCaller": inOrder("unregisterBalanceGovernor", "account"),
  "AccountManager.setAccountStatus": ([account, status]) => {
    const word = accountText[Number(status)];
    return word ? { word, fields: { account: text(account) } } : undefined;
  },
  "ContractAuth.setContractStatus": ([contract, status]) => {
    const word = contractText[typeof status === "boolean" ? Number(status) : Number(text(status))];
    return word ? { word, fields: { contract: text(contract) } } : undefined;
  },
  "ContractAuth.setMethodAuthType": methodPolicy,
  "ContractAuth.openMethodAuth": methodAccess("openMethod"),
  "ContractAuth.closeMethodAuth": methodAccess("closeMethod"),
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
  const { builtin: precompiled, call } = sending;
  const maker = precompiled === undefined ? undefined : makers[`${precompiled}.${call.name}`];
  return maker?.(
    call.arguments.map(({ value }) => value),
    sending,
  );
}
