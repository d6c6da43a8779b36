import type { DecodedCall } from "../../chain/abi/contractInterface";
import { precompiledAt, precompiledInterface } from "../../chain/abi/precompiledContracts";
import type { PrecompiledName } from "../../chain/abi/precompiledNames";
import { precompiledBehind } from "../../chain/services/contract/lookUpAbi";
import { proposalOfCall } from "../../chain/services/governance/proposalContent";
import { governingContracts } from "../../chain/transaction/unforeseen";
import { type Address, type Hex, isAddress } from "../../crypto/bytes/hex";
import { ChainError } from "../../errors/chainError";
import { clientError } from "../../errors/clientError";
import { t } from "../../text/catalogue";
import { preparedProposal } from "../kit/proposing";
import { type RawValue, readValues, WrongField } from "../model/fields";
import type { Operation, OperationContext, Prepared, Preview } from "../model/operation";

/** Functions that no operation is said of here, and that only make something new. */
const plain: ReadonlySet<string> = new Set(["TableManager.createTable", "TableManager.createKVTable"]);

const operationsOf = {
  node: async () => (await import("../node/node")).nodeOperations,
  config: async () => (await import("../config/config")).configOperations,
  contract: async () => (await import("./rights")).contractRightsOperations,
  account: async () => (await import("../account/account")).accountOperations,
  shard: async () => (await import("../shard/shard")).shardOperations,
  balance: async () => (await import("../balance/balance")).balanceOperations,
  committee: async () => (await import("../committee/committee")).committeeOperations,
  proposal: async () => (await import("../proposal/proposal")).proposalOperations,
  table: async () => (await import("../table/table")).tableOperations,
  bfs: async () => (await import("../bfs/bfs")).bfsOperations,
} satisfies Readonly<Record<string, () => Promise<readonly Operation[]>>>;

type Same = readonly [
  noun: keyof typeof operationsOf,
  verb: string | undefined,
  fields: Readonly<Record<string, RawValue>>,
];

const statusVerb = (status: string | undefined): string | undefined =>
  ["unfreeze", "freeze", "abolish"][Number(status ?? -1)];
const policyOf = (type: string | undefined): string => ["none", "whiteList", "blackList"][Number(type ?? -1)] ?? "";

/** Which operation does the same as a function of a built-in contract. What isn't here, none does. */
const sameAs: Readonly<Record<string, (...values: (string | undefined)[]) => Same>> = {
  "SystemConfig.setValueByKey": (key, value) => ["config", "set", { key, value }],
  "Consensus.addSealer": (node, weight) => ["node", "add-sealer", { node, weight }],
  "Consensus.addObserver": (node) => ["node", "add-observer", { node }],
  "Consensus.remove": (node) => ["node", "remove", { node }],
  "Consensus.setWeight": (node, weight) => ["node", "set-weight", { node, weight }],
  "Consensus.setTermWeight": (node, weight) => ["node", "set-term-weight", { node, weight }],
  "ContractAuth.setContractStatus(address,bool)": (contract, freezes) => [
    "contract",
    freezes === "true" ? "freeze" : "unfreeze",
    { contract },
  ],
  "ContractAuth.setContractStatus(address,uint8)": (contract, status) => ["contract", statusVerb(status), { contract }],
  "ContractAuth.setMethodAuthType": (contract, method, type) => [
    "contract",
    "set-method-policy",
    { contract, method, policy: policyOf(type) },
  ],
  "ContractAuth.openMethodAuth": (contract, method, account) => [
    "contract",
    "open-method",
    { contract, method, account },
  ],
  "ContractAuth.closeMethodAuth": (contract, method, account) => [
    "contract",
    "close-method",
    { contract, method, account },
  ],
  "ContractAuth.initAuth": (governor) => ["committee", "init", { governor }],
  "AccountManager.setAccountStatus": (account, status) => ["account", statusVerb(status), { account }],
  "BFS.mkdir": (path) => ["bfs", "mkdir", { path }],
  "BFS.touch": (path, type) => ["bfs", "touch", { path, type }],
  "BFS.link(string,string,string)": (path, contract, abi) => ["bfs", "link", { path: `/apps${path}`, contract, abi }],
  "BFS.link(string,string,string,string)": (name, version, contract, abi) => [
    "bfs",
    "link",
    { path: `/apps/${name}/${version}`, contract, abi },
  ],
  "TableManager.appendColumns": (table, columns) => ["table", "append-columns", { table, columns }],
  "BFS.fixBfs": () => ["bfs", "fix", {}],
  "Sharding.makeShard": (name) => ["shard", "make", { name }],
  "Sharding.linkShard": (name, contract) => ["shard", "link", { name, contract }],
  "Balance.addBalance": (account, amount) => ["balance", "add", { account, amount }],
  "Balance.subBalance": (account, amount) => ["balance", "subtract", { account, amount }],
  "Balance.transfer": (from, to, amount) => ["balance", "transfer", { from, to, amount }],
  "Balance.registerCaller": (account) => ["balance", "register-caller", { account }],
  "Balance.unregisterCaller": (account) => ["balance", "unregister-caller", { account }],
  "CommitteeManager.voteProposal": (id, agree) => ["proposal", "vote", { id, agree }],
  "CommitteeManager.revokeProposal": (id) => ["proposal", "revoke", { id }],
};

/** The operation that does the same as a call; undefined where none does, or the values are none that it takes. */
async function operationOf(
  context: OperationContext,
  name: PrecompiledName,
  call: DecodedCall,
): Promise<Prepared | undefined> {
  const values = call.arguments.map(({ value }) => value);
  if (name === "CommitteeManager") {
    const request = proposalOfCall(call.name, values);
    if (request) return preparedProposal(context, request);
  }
  const find = sameAs[`${name}.${call.signature}`] ?? sameAs[`${name}.${call.name}`];
  const same = find?.(...values.map(String));
  if (!same) return undefined;
  const [noun, verb, fields] = same;
  const operations: readonly Operation[] = await operationsOf[noun]();
  const operation = operations.find((each) => each.verb === verb);
  if (!operation) return undefined;
  try {
    const given = await readValues(operation.fields, fields, async (address) => {
      if (isAddress(address)) return address;
      throw clientError("badTarget", { given: address });
    });
    return operation.prepare(context, given);
  } catch (error) {
    // No operation takes such a value; what the node makes of it isn't known.
    if (error instanceof WrongField || (error instanceof ChainError && error.kind === "usage")) return undefined;
    throw error;
  }
}

/** Selectors of functions of a table that remove rows, in either hash. */
const removals = (context: OperationContext): readonly string[] =>
  precompiledInterface("Table", context.session.suite)
    .functions.filter(({ name }) => name === "remove")
    .map(({ selector }) => selector);

/**
 * What call data comes to that goes to a contract of the node, wherever it comes from: what the operation says that does the same, with
 * its weight and what is known to fail. What can't be read isn't known to be harmless.
 * @returns undefined for other contracts, and for what only asks
 * @throws ChainError of the questions that the operation asks
 */
export async function builtInConsequences(
  context: OperationContext,
  to: string,
  data: Hex,
): Promise<Partial<Preview> | undefined> {
  const { session } = context;
  const fixed = precompiledAt(to);
  if (!fixed) {
    const removes = removals(context).includes(data.slice(0, 10).toLowerCase());
    if (!removes || (await precompiledBehind(session, to as Address)) !== "Table") return undefined;
    return { weight: "grave", warnings: [t("Rows of a table are removed.")] };
  }
  if (!governingContracts.has(fixed)) return undefined;
  const abi = precompiledInterface(fixed, session.suite);
  const call = abi.decodeCall(data);
  if (!call) return { weight: "irreversible", target: fixed, warnings: [t("What it does can't be read here.")] };
  const called = abi.functions.find(({ signature }) => signature === call.signature);
  if (called && ["view", "pure"].includes(called.stateMutability)) return undefined;
  if (plain.has(`${fixed}.${call.name}`)) return undefined;
  const same = await operationOf(context, fixed, call);
  if (!same) return { weight: "grave" };
  const { title, lines, notes, warnings, weight, refusal, blocked, byRules, target } = await same.preview({
    committee: "refuse",
  });
  const [first] = lines;
  return {
    notes,
    warnings: [t("It does the same as: {0}", title), ...warnings],
    weight,
    ...(target === undefined ? (first ? { target: first.value } : {}) : { target }),
    ...(refusal ? { refusal } : {}),
    ...(blocked ? { blocked } : {}),
    ...(byRules ? { byRules } : {}),
  };
}
