import { bytesToHexDigits, hexToBytes } from "../../src/crypto/bytes/hex";
import {
  noAccount,
  readAccount,
  readCode,
  storageTable,
  wordDigits,
  writeAccount,
  writeCode,
} from "../../src/devchain/execution/flatStateManager";
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
export interface ReportedState {
  /** Values of the system configuration, and the block from which they count. */
  readonly config: Map<string, SystemConfigValue>;
  /** Sealers in their order, with their weights. */
  sealers?: readonly Pick<ConsensusNode, "nodeId" | "weight" | "termWeight">[];
  /** Of accounts by their 40 digits. */
  readonly accounts: Map<string, ReportedAccount>;
}

interface ReportedAccount {
  readonly balance?: bigint;
  readonly nonce?: bigint;
  /** That of an account which a built-in contract made. */
  readonly code?: string;
  /** Words by slots, both of 64 digits. */
  readonly slots?: ReadonlyMap<string, string>;
}

/** Nothing is told yet. */
const undecided = (): ReportedState => ({ config: new Map(), accounts: new Map() });

const resultOf = (answer: string): unknown => (JSON.parse(answer) as { result?: unknown }).result;

/** Adds what one answer tells; it outdoes what later ones tell. */
function learn({ body, answer = "" }: Exchange, into: ReportedState): void {
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
  learnAccount(body, answer, into.accounts);
}

const accountQuestion =
  /"method":"(?:eth_)?get(Balance|TransactionCount|Code|StorageAt)","params":\[(?:"\w*","\w*",)?"(?:0x)?([0-9a-fA-F]{40})"(?:,"0x([0-9a-f]{1,64})")?/;
/** `[PRECOMPILED],` */
const builtIn = "0x5b505245434f4d50494c45445d2c";

/** What an answer tells of one account. */
function learnAccount(body: string, answer: string, into: Map<string, ReportedAccount>): void {
  const [, kind, address = "", slot] = accountQuestion.exec(body) ?? [];
  const message = /"result":"(0x[0-9a-f]+)"/.exec(answer)?.[1];
  if (message === undefined) return;
  const digits = address.toLowerCase();
  const known = into.get(digits);
  if (kind === "Balance") into.set(digits, { ...known, balance: BigInt(message) });
  if (kind === "TransactionCount") into.set(digits, { ...known, nonce: BigInt(message) });
  if (kind === "Code" && message.startsWith(builtIn)) into.set(digits, { ...known, code: message });
  if (kind === "StorageAt" && slot !== undefined && message.length === 66) {
    const slots = new Map(known?.slots).set(wordDigits(BigInt(`0x${slot}`)), message.slice(2));
    into.set(digits, { ...known, slots });
  }
}

/** What exchanges tell together, where the first word counts. */
export function reportedBy(exchanges: readonly Exchange[]): ReportedState {
  const state = undecided();
  for (const exchange of [...exchanges].reverse()) learn(exchange, state);
  return state;
}

const sends = ({ body }: Exchange): boolean => /"(?:eth_)?send(?:Raw)?Transaction"/.test(body);

/**
 * Codes that built-in contracts give accounts which they pay. Such a code stays, so an account that has one later had it when a balance
 * is told of it, unless an answer in between says that there was none.
 */
class LaterCodes {
  readonly #codes = new Map<string, string>();

  /** Goes back beyond an answer. */
  goBack({ body, answer = "" }: Exchange): void {
    const [, kind, address = ""] = accountQuestion.exec(body) ?? [];
    const code = /"result":"(0x[0-9a-f]*)"/.exec(answer)?.[1];
    if (kind !== "Code" || code === undefined) return;
    if (code.startsWith(builtIn)) this.#codes.set(address.toLowerCase(), code);
    else this.#codes.delete(address.toLowerCase());
  }

  addTo(accounts: Map<string, ReportedAccount>): void {
    for (const [digits, account] of accounts) {
      const code = this.#codes.get(digits);
      if (code !== undefined && account.balance) accounts.set(digits, { code, ...account });
    }
  }
}

/** What each file tells of the state at its beginning, together with those behind it. */
export function reportedStates(files: readonly RecordedFile[]): ReportedState[] {
  const reported: ReportedState[] = [];
  let later = undecided();
  const codes = new LaterCodes();
  for (const { name, exchanges } of [...files].reverse()) {
    const state: ReportedState = { ...later, config: new Map(later.config), accounts: new Map() };
    if (name === "consensus") delete state.sealers;
    const sent = exchanges.findIndex(sends);
    const before = sent < 0 ? exchanges : exchanges.slice(0, sent);
    const { sealers } = reportedBy(exchanges);
    if (sealers) state.sealers = sealers;
    for (const exchange of [...exchanges].reverse()) learn(exchange, { ...state, accounts: new Map() });
    for (const exchange of [...before].reverse()) learn(exchange, { ...state, config: new Map() });
    for (const exchange of [...exchanges].reverse()) codes.goBack(exchange);
    codes.addTo(state.accounts);
    reported.unshift(state);
    later = state;
  }
  return reported;
}

/** Gives the state what is told of it at a height; nothing where it is so already. */
export function owed(group: Group, { config, sealers, accounts }: ReportedState, height: number): (() => void)[] {
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
  for (const [digits, reported] of accounts) changes.push(...owedTo(group, digits, reported));
  return changes;
}

function owedTo({ store, suite }: Group, digits: string, { code, slots, ...members }: ReportedAccount): (() => void)[] {
  const own = readAccount(store, digits) ?? noAccount;
  const { balance = own.balance, nonce = own.nonce } = members;
  const changes: (() => void)[] = [];
  if (balance !== own.balance || nonce !== own.nonce)
    changes.push(() => writeAccount(store, digits, { balance, nonce }));
  if (code !== undefined && bytesToHexDigits(readCode(store, digits)) !== code.slice(2)) {
    changes.push(() => void writeCode(store, suite, digits, hexToBytes(code)));
  }
  for (const [slot, word] of slots ?? []) {
    const present = store.get(storageTable(digits), slot);
    if ((present instanceof Uint8Array ? bytesToHexDigits(present).padStart(64, "0") : wordDigits(0n)) === word)
      continue;
    const isZero = /^0+$/.test(word);
    changes.push(() => store.set(storageTable(digits), slot, isZero ? undefined : hexToBytes(word)));
  }
  return changes;
}
