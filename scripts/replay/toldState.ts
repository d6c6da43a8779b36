import { writeAccount } from "../../src/devchain/execution/flatStateManager";
import type { Group } from "../../src/devchain/ledger/group";
import {
  type ConsensusNode,
  readConsensusNodes,
  readSystemConfig,
  type SystemConfigValue,
  writeConsensusNodes,
  writeSystemConfig,
} from "../../src/devchain/state/systemTables";
import type { Exchange, RecordedFile } from "./recording";

/** What answers tell of the state that recordings left which are not there. */
export interface ToldState {
  /** Values of the system configuration, and the block from which they count. */
  readonly config: Map<string, SystemConfigValue>;
  /** Sealers in their order, with their weights. */
  sealers?: readonly Pick<ConsensusNode, "nodeId" | "weight" | "termWeight">[];
  /** Of accounts by their 40 digits. */
  readonly accounts: Map<string, { balance?: bigint; nonce?: bigint }>;
}

const resultOf = (answer: string): unknown => (JSON.parse(answer) as { result?: unknown }).result;

/** Adds what one answer tells; it outdoes what later ones tell. */
function learn({ body, answer = "" }: Exchange, into: ToldState): void {
  const key = /"method":"getSystemConfigByKey","params":\["\w*","\w*","(\w+)"\]/.exec(body)?.[1];
  const row = /"result":\{"blockNumber":(\d+),"value":"([^"]*)"\}/.exec(answer);
  if (key !== undefined && row) into.config.set(key, { value: row[2] ?? "", enableNumber: Number(row[1]) });
  if (/"method":"(?:getSealerList"|getNodeListByType".*"consensus_sealer")/.test(body) && answer.includes('"nodeID"')) {
    const listed = resultOf(answer) as readonly { nodeID: string; termWeight?: number; weight: number }[];
    into.sealers = listed.map(({ nodeID, termWeight = 0, weight }) => ({
      nodeId: nodeID as ConsensusNode["nodeId"],
      termWeight,
      weight,
    }));
  }
  const asked = /"method":"eth_get(Balance|TransactionCount)","params":\["0x([0-9a-fA-F]{40})"/.exec(body);
  const amount = /"result":"(0x[0-9a-f]+)"/.exec(answer)?.[1];
  if (!asked || amount === undefined) return;
  const digits = (asked[2] ?? "").toLowerCase();
  const member = asked[1] === "Balance" ? "balance" : "nonce";
  into.accounts.set(digits, { ...into.accounts.get(digits), [member]: BigInt(amount) });
}

/** What each file tells of the state at its beginning, together with those behind it. */
export function toldStates(files: readonly RecordedFile[]): ToldState[] {
  const told: ToldState[] = [];
  let later: ToldState = { config: new Map(), accounts: new Map() };
  for (const { name, exchanges } of [...files].reverse()) {
    const state: ToldState = { ...later, config: new Map(later.config), accounts: new Map() };
    if (name === "consensus") delete state.sealers;
    const sent = exchanges.findIndex(({ body }) => /"(?:eth_)?send(?:Raw)?Transaction"/.test(body));
    const before = sent < 0 ? exchanges : exchanges.slice(0, sent);
    for (const exchange of [...exchanges].reverse()) learn(exchange, { ...state, accounts: new Map() });
    const sealers: ToldState = { config: new Map(), accounts: new Map() };
    for (const exchange of [...exchanges].reverse()) learn(exchange, sealers);
    if (sealers.sealers) state.sealers = sealers.sealers;
    for (const exchange of [...before].reverse()) learn(exchange, { ...state, config: new Map() });
    told.unshift(state);
    later = state;
  }
  return told;
}

/** Gives the state what is told of it at a height; nothing where it is so already. */
export function owed(group: Group, { config, sealers, accounts }: ToldState, height: number): (() => void)[] {
  const { store } = group;
  const changes: (() => void)[] = [];
  for (const [key, row] of config) {
    const own = readSystemConfig(store, key);
    const same = own ? own.value === row.value && own.enableNumber === row.enableNumber : row.enableNumber === 0;
    if (!same && row.enableNumber <= height + 1) changes.push(() => writeSystemConfig(store, key, row));
  }
  if (sealers) {
    const own = readConsensusNodes(store);
    const shown = (nodes: readonly Pick<ConsensusNode, "nodeId" | "weight" | "termWeight">[]): string =>
      nodes.map(({ nodeId, weight, termWeight }) => `${nodeId} ${weight} ${termWeight}`).join();
    const others = own.filter(
      ({ nodeId, type }) => type !== "consensus_sealer" && !sealers.some((each) => each.nodeId === nodeId),
    );
    if (shown(sealers) !== shown(own.filter(({ type }) => type === "consensus_sealer"))) {
      const listed = sealers.map((node) => ({ ...node, type: "consensus_sealer" as const, enableNumber: 0 }));
      changes.push(() => writeConsensusNodes(store, [...listed, ...others]));
    }
  }
  for (const [digits, members] of accounts) changes.push(() => writeAccount(store, digits, members));
  return changes;
}
