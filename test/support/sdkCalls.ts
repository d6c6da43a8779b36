// What an application does that wants the same as an operation: the SDK's function, with the operation's fields. Generated services call
// `write` of contracts, `deploy`, and these.
import { parseAmount } from "../../src/chain/services/balance/amount";
import { parseConditions } from "../../src/chain/services/table/sql/parseSql";
import {
  type Account,
  type Address,
  balances,
  bfs,
  type Chain,
  consensus,
  deploy,
  getContract,
  governance,
  keyValues,
  permissions,
  sendTransaction,
  shards,
  systemConfig,
  tables,
} from "../../src/sdk/sdk";
import type { OperationCase } from "./operationCases";

interface Given {
  readonly chain: Chain;
  readonly account: Account;
  /** A field's text. */
  readonly word: (name: string) => string;
  readonly fields: OperationCase[1];
}
type SdkCall = (given: Given) => Promise<unknown>;

const addressOf = (given: Given, name: string): Address => given.word(name) as Address;
const row = ({ fields }: Given, name: string) => fields[name] as Readonly<Record<string, string>>;

const proposes =
  (request: (given: Given) => Parameters<typeof governance.propose>[2]): SdkCall =>
  (given) =>
    governance.propose(given.chain, given.account, request(given));
const contractStatus =
  (status: "normal" | "frozen" | "abolished"): SdkCall =>
  (given) =>
    permissions.setContractStatus(given.chain, given.account, { contract: addressOf(given, "contract"), status });
const accountStatus =
  (status: "normal" | "frozen" | "abolished"): SdkCall =>
  (given) =>
    permissions.setAccountStatus(given.chain, given.account, { account: addressOf(given, "account"), status });
const methodAuth =
  (open: boolean): SdkCall =>
  (given) =>
    permissions.setMethodAuth(given.chain, given.account, {
      contract: addressOf(given, "contract"),
      method: given.word("method"),
      account: addressOf(given, "account"),
      open,
    });
const balanceChange =
  (kind: "add" | "subtract"): SdkCall =>
  (given) =>
    balances.change(given.chain, given.account, {
      kind,
      account: addressOf(given, "account"),
      wei: parseAmount(given.word("amount")),
    });
const balanceCaller =
  (registered: boolean): SdkCall =>
  (given) =>
    balances.setGovernor(given.chain, given.account, { account: addressOf(given, "account"), registered });

/** By the names of operations; those that aren't here, the SDK has no function of. */
export const sdkCalls: Readonly<Record<string, SdkCall>> = {
  "config set": ({ chain, account, word }) =>
    systemConfig.set(chain, account, { key: word("key"), value: word("value") }),
  "contract deploy": ({ chain, account, word }) =>
    deploy(chain, { abi: JSON.parse(word("abi")) as readonly [], bytecode: word("code"), account }),
  "contract send-data": (given) =>
    sendTransaction(given.chain, {
      to: given.word("contract"),
      data: addressOf(given, "data"),
      account: given.account,
    }),
  "bfs mkdir": ({ chain, account, word }) => bfs.mkdir(chain, account, word("path")),
  "bfs link": (given) =>
    bfs.link(given.chain, given.account, {
      path: given.word("path"),
      address: given.word("contract"),
      abi: given.word("abi"),
    }),
  "table create": (given) =>
    tables.create(given.chain, given.account, {
      table: given.word("table"),
      keyField: given.word("key"),
      valueFields: given.fields["columns"] as readonly string[],
    }),
  "table append-columns": (given) =>
    tables.appendColumns(given.chain, given.account, {
      table: given.word("table"),
      columns: given.fields["columns"] as readonly string[],
    }),
  "table insert": (given) =>
    tables.insert(given.chain, given.account, { table: given.word("table"), row: row(given, "row") }),
  "table update": (given) =>
    tables.update(given.chain, given.account, {
      table: given.word("table"),
      key: given.word("key"),
      changes: row(given, "changes"),
    }),
  "table update-matching": (given) =>
    tables.update(given.chain, given.account, {
      table: given.word("table"),
      conditions: parseConditions(given.word("where")),
      changes: row(given, "changes"),
    }),
  "table remove-matching": (given) =>
    tables.remove(given.chain, given.account, {
      table: given.word("table"),
      conditions: parseConditions(given.word("where")),
    }),
  "table remove": (given) =>
    tables.remove(given.chain, given.account, { table: given.word("table"), key: given.word("key") }),
  "kv create": ({ chain, account, word }) =>
    keyValues.create(chain, account, { table: word("table"), keyField: word("key"), valueField: word("value") }),
  "kv set": ({ chain, account, word }) =>
    keyValues.set(chain, account, { table: word("table"), key: word("key"), value: word("value") }),
  "node add-observer": ({ chain, account, word }) => consensus.addObserver(chain, account, { nodeId: word("node") }),
  "node add-sealer": ({ chain, account, word }) =>
    consensus.addSealer(chain, account, { nodeId: word("node"), weight: Number(word("weight")) }),
  "node set-weight": ({ chain, account, word }) =>
    consensus.setWeight(chain, account, { nodeId: word("node"), weight: Number(word("weight")) }),
  "node set-term-weight": ({ chain, account, word }) =>
    consensus.setTermWeight(chain, account, { nodeId: word("node"), termWeight: Number(word("weight")) }),
  "node remove": ({ chain, account, word }) => consensus.removeNode(chain, account, { nodeId: word("node") }),
  "contract set-method-policy": (given) =>
    permissions.setMethodPolicy(given.chain, given.account, {
      contract: addressOf(given, "contract"),
      method: given.word("method"),
      type: given.word("policy") as "whiteList" | "blackList",
    }),
  "contract open-method": methodAuth(true),
  "contract close-method": methodAuth(false),
  "contract freeze": contractStatus("frozen"),
  "contract unfreeze": contractStatus("normal"),
  "contract abolish": contractStatus("abolished"),
  "contract send": async (given) => {
    const { chain, account, word, fields } = given;
    const [to, abi] = [addressOf(given, "contract"), JSON.parse(word("abi")) as readonly []];
    const contract = getContract({ chain, address: to, abi, account });
    const args = (fields["arguments"] as readonly unknown[] | undefined) ?? [];
    return sendTransaction(chain, {
      to,
      data: await contract.encode(word("function") as never, args as never),
      account,
    });
  },
  "account freeze": accountStatus("frozen"),
  "account unfreeze": accountStatus("normal"),
  "account abolish": accountStatus("abolished"),
  "committee init": ({ chain, account, word }) => governance.init(chain, account, word("governor")),
  "committee propose-rates": proposes(({ word }) => ({
    kind: "setRate",
    participatesRate: Number(word("participation")),
    winRate: Number(word("approval")),
  })),
  "committee propose-deploy-policy": proposes(({ word }) => ({
    kind: "setDeployAuthType",
    type: word("policy") as "blackList",
  })),
  "committee propose-deploy-right": proposes(({ word }) => ({
    kind: "modifyDeployAuth",
    account: word("account"),
    open: word("open") === "true",
  })),
  "committee propose-contract-admin": proposes(({ word }) => ({
    kind: "resetAdmin",
    contract: word("contract"),
    admin: word("admin"),
  })),
  "committee propose-config": proposes(({ word }) => ({
    kind: "setSystemConfig",
    key: word("key"),
    value: word("value"),
  })),
  "committee propose-sealer": proposes(({ word }) => ({
    kind: "addSealer",
    nodeId: word("node"),
    weight: Number(word("weight")),
  })),
  "committee propose-observer": proposes(({ word }) => ({ kind: "addObserver", nodeId: word("node") })),
  "committee propose-weight": proposes(({ word }) => ({
    kind: "setConsensusWeight",
    nodeId: word("node"),
    weight: Number(word("weight")),
  })),
  "committee propose-node-removal": proposes(({ word }) => ({ kind: "removeNode", nodeId: word("node") })),
  "committee propose-vote-contract": proposes(({ word }) => ({
    kind: "upgradeVoteComputer",
    address: word("contract"),
  })),
  "committee propose-governor": proposes(({ word }) => ({
    kind: "setGovernorWeight",
    account: word("account"),
    weight: Number(word("weight")),
  })),
  "balance register-caller": balanceCaller(true),
  "balance unregister-caller": balanceCaller(false),
  "balance add": balanceChange("add"),
  "balance subtract": balanceChange("subtract"),
  "balance transfer": (given) =>
    balances.change(given.chain, given.account, {
      kind: "transfer",
      from: addressOf(given, "from"),
      to: addressOf(given, "to"),
      wei: parseAmount(given.word("amount")),
    }),
  "balance transfer-value": ({ chain, account, word }) =>
    sendTransaction(chain, { to: word("to"), value: parseAmount(word("amount")), account }),
  "shard make": ({ chain, account, word }) => shards.make(chain, account, word("name")),
  "shard link": (given) =>
    shards.link(given.chain, given.account, { name: given.word("name"), contract: addressOf(given, "contract") }),
  "proposal revoke": ({ chain, account, word }) => governance.revoke(chain, account, Number(word("id"))),
  "proposal vote": ({ chain, account, word }) =>
    governance.vote(chain, account, { id: Number(word("id")), agree: word("agree") === "true" }),
};
