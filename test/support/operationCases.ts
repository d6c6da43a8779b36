// Every operation that changes a chain, once at least, with fields that a person could give: in this order each finds what it needs.
import type { RawValue } from "../../src/operations/model/fields";

/** `node add-sealer` and its fields. A text that begins with `$` stands for something of the chain, by {@link KnownThings}. */
export type OperationCase = readonly [name: string, fields: Readonly<Record<string, Exclude<RawValue, undefined>>>];

/** What is the same on every chain that is made alike. */
export interface KnownThings {
  readonly sealer: string;
  readonly observer: string;
  readonly me: string;
  readonly other: string;
  readonly third: string;
  /** The contract that was deployed last. */
  readonly contract: string;
  readonly code: string;
  readonly abi: readonly unknown[];
}

export const operationCases: readonly OperationCase[] = [
  ["config set", { key: "tx_count_limit", value: "1500" }],
  ["config set", { key: "tx_count_limit", value: "none" }],
  ["contract deploy", { code: "$code", abi: "$abi" }],
  ["contract send", { contract: "$contract", function: "speak", arguments: [] }],
  ["contract send", { contract: "$contract", function: "listen" }],
  ["contract send-data", { contract: "$contract", data: "0x1a2b3c4d" }],
  ["bfs mkdir", { path: "/apps/fronts" }],
  ["bfs link", { path: "/apps/fronts/1.0", contract: "$contract" }],
  ["bfs touch", { path: "/apps/touched", type: "directory" }],
  ["bfs fix", {}],
  ["table create", { table: "t_fronts", key: "id", columns: ["price", "name"] }],
  ["table append-columns", { table: "t_fronts", columns: ["more"] }],
  ["table insert", { table: "t_fronts", row: { id: "1", price: "5", name: "good tea", more: "-" } }],
  ["table insert", { table: "t_fronts", row: { id: "2", price: "7", name: "茶，绿", more: "=" } }],
  ["table insert", { table: "t_fronts", row: { id: "3", price: "9" } }],
  ["table update", { table: "t_fronts", key: "1", changes: { price: "6" } }],
  ["table update-matching", { table: "t_fronts", where: "id >= 1 and name = 'good tea'", changes: { name: "tea" } }],
  ["table remove-matching", { table: "t_fronts", where: "id = 2" }],
  ["table remove", { table: "t_fronts", key: "1" }],
  ["table sql", { statement: "insert into t_fronts (id, price, name, more) values ('4', '1', 'x', 'y')" }],
  ["kv create", { table: "t_words", key: "word", value: "meaning" }],
  ["kv set", { table: "t_words", key: "tea", value: "茶 # --yes" }],
  ["node add-observer", { node: "$sealer" }],
  ["node add-sealer", { node: "$sealer", weight: "2" }],
  ["node set-weight", { node: "$sealer", weight: "3" }],
  ["node set-term-weight", { node: "$sealer", weight: "4" }],
  ["node remove", { node: "$observer" }],
  ["contract set-method-policy", { contract: "$contract", method: "speak()", policy: "whiteList" }],
  ["contract open-method", { contract: "$contract", method: "speak()", account: "$other" }],
  ["contract close-method", { contract: "$contract", method: "speak()", account: "$other" }],
  ["account freeze", { account: "$third" }],
  ["account unfreeze", { account: "$third" }],
  ["account abolish", { account: "$third" }],
  ["committee init", { governor: "$me" }],
  ["committee propose-rates", { participation: "51", approval: "51" }],
  ["committee propose-deploy-policy", { policy: "blackList" }],
  ["committee propose-deploy-right", { account: "$other", open: "true" }],
  ["committee propose-contract-admin", { contract: "$contract", admin: "$me" }],
  ["committee propose-config", { key: "tx_count_limit", value: "1600" }],
  ["committee propose-sealer", { node: "$sealer", weight: "1" }],
  ["committee propose-observer", { node: "$observer" }],
  ["committee propose-weight", { node: "$sealer", weight: "2" }],
  ["committee propose-node-removal", { node: "$observer" }],
  ["committee propose-vote-contract", { contract: "$contract" }],
  ["balance register-caller", { account: "$me" }],
  ["balance register-caller", { account: "$other" }],
  ["balance add", { account: "$me", amount: "9" }],
  ["balance subtract", { account: "$me", amount: "2" }],
  ["balance transfer", { from: "$me", to: "$other", amount: "1" }],
  ["balance transfer-value", { to: "$other", amount: "1" }],
  ["balance unregister-caller", { account: "$other" }],
  ["shard make", { name: "fronts" }],
  ["shard link", { name: "fronts", contract: "$contract" }],
  // from here on two have to agree
  ["committee propose-governor", { account: "$other", weight: "1" }],
  ["config set", { key: "tx_count_limit", value: "1700" }],
  ["proposal revoke", { id: "1" }],
  ["proposal vote", { id: "1", agree: "true" }],
  ["contract freeze", { contract: "$contract" }],
  ["contract unfreeze", { contract: "$contract" }],
  ["contract abolish", { contract: "$contract" }],
  ["dev snapshot", {}],
  ["dev mine", { count: "2" }],
  ["dev time", { time: "+2d" }],
  ["dev balance", { account: "$other", amount: "3 ether" }],
  ["dev send-as", { from: "$third", to: "$contract", data: "0x12345678" }],
  ["dev fault", { kind: "lag", members: { node: "1" } }],
  ["dev clear-faults", {}],
  ["dev revert", { snapshot: "none" }],
  ["dev add-node", {}],
];

/** Fields with what stands for things of the chain put in; an ABI as its JSON. */
export const filledIn = (fields: OperationCase[1], known: KnownThings): OperationCase[1] =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => {
      const found =
        typeof value === "string" && value.startsWith("$") ? known[value.slice(1) as keyof KnownThings] : value;
      return [name, Array.isArray(found) && name === "abi" ? JSON.stringify(found) : (found as string)];
    }),
  );
