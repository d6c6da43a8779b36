import type { DecodedEvent } from "../../chain/abi/contractInterface";
import { createClient, type Transport } from "../../chain/client/client";
import { readLogs } from "../../chain/events/readLogs";
import { openSession } from "../../chain/openSession";
import { resolveTarget } from "../../chain/services/bfs/readLink";
import { getGroupMembers } from "../../chain/services/consensus/groupMembers";
import { getSystemConfig } from "../../chain/services/systemConfig/getSystemConfig";
import { listSystemConfig } from "../../chain/services/systemConfig/listSystemConfig";
import type { ChainSession } from "../../chain/session";
import { diskAt } from "../../files/freeRoom";
import type { NamedPath } from "../../files/namedPath";
import { minuteMs } from "../../time/units";
import { type CertificateExpiry, Collector, type ComparedGroup, type Target } from "../metrics/collector";
import { type MetricName, metricPrefix } from "../metrics/metricNames";
import type { MetricFamily } from "../metrics/metricText";
import { wishedEvent } from "./eventWish";
import type { Rule, RuleOf } from "./ruleKinds";

/** A group as one node knows it; undefined is what the node didn't say. */
export interface GroupOnNode {
  readonly endpoint: string;
  readonly group: string;
  readonly isUp: boolean;
  readonly height: number | undefined;
  readonly lag: number | undefined;
  readonly pending: number | undefined;
  readonly view: number | undefined;
  readonly transactions: number | undefined;
  readonly failed: number | undefined;
  /** Sealers as the node sees them. */
  readonly sealers: readonly { readonly nodeId: string; readonly isReached: boolean }[];
}

/** An event that a rule waits for. */
export interface SeenEvent {
  readonly event: DecodedEvent;
  readonly block: number;
  readonly transaction: string;
  readonly index: number;
}

/** What a rule needs beside the metrics, of a group. */
export type Extra =
  | { readonly kind: "sealers"; readonly ids: readonly string[] }
  | { readonly kind: "config"; readonly values: ReadonlyMap<string, string> }
  /** `isFirst` without blocks of the past: nothing was looked at. */
  | { readonly kind: "event"; readonly isFirst: boolean; readonly seen: readonly SeenEvent[] }
  | { readonly kind: "trouble"; readonly error: unknown };

/** What was seen at one moment. */
export interface Look {
  readonly atMs: number;
  readonly nodes: readonly { readonly endpoint: string; readonly isUp: boolean }[];
  readonly groups: readonly GroupOnNode[];
  /** How blocks of the endpoints compare; empty where there is one endpoint. */
  readonly compared: readonly ComparedGroup[];
  readonly certificates: readonly (CertificateExpiry & { readonly endpoint: string })[];
  /** Disks of folders that rules name; `free` of 1, undefined where the system doesn't say. */
  readonly disks: readonly { readonly folder: NamedPath; readonly free: number | undefined }[];
  /** By rule, and by group; of the node `endpoint`, which is the highest of the group. */
  readonly extras: ReadonlyMap<Rule, ReadonlyMap<string, { readonly endpoint: string; readonly extra: Extra }>>;
}

/** A node that names a height that it doesn't have is asked for so many blocks at a look, and no more. */
const maxBlocks = 1000;
/** Events of one rule at a look; the oldest of more. */
const maxEvents = 1000;
/** A node that names other groups at each look fills no memory: these are looked at, which were named first. */
const maxGroups = 64;
/** All keys take a call each. */
const allKeysMs = minuteMs;

type Labels = Readonly<Record<string, string>>;

/** The metrics of a scrape by name. */
function samplesOf(families: readonly MetricFamily[], name: MetricName): readonly { labels: Labels; value: number }[] {
  const found = families.find((family) => family.name === `${metricPrefix}${name}`);
  return found && found.type !== "histogram" ? found.samples : [];
}

function groupsOf(families: readonly MetricFamily[]): GroupOnNode[] {
  const valuesOf = (name: MetricName): ReadonlyMap<string, number> =>
    new Map(samplesOf(families, name).map(({ labels, value }) => [`${labels["endpoint"]} ${labels["group"]}`, value]));
  const names = ["block_height", "sync_lag_blocks", "pool_pending_transactions", "consensus_view"] as const;
  const [heights, lags, pendings, views] = names.map(valuesOf);
  const sealers = new Map<string, GroupOnNode["sealers"][number][]>();
  for (const { labels, value } of samplesOf(families, "sealer_reachable")) {
    const key = `${labels["endpoint"]} ${labels["group"]}`;
    const known = sealers.get(key) ?? [];
    sealers.set(key, known);
    known.push({ nodeId: labels["peer"] ?? "", isReached: value === 1 });
  }
  const [transactions, failed] = [valuesOf("transactions"), valuesOf("transactions_failed")];
  return samplesOf(families, "group_up").map(({ labels, value }): GroupOnNode => {
    const { endpoint = "", group = "" } = labels;
    const key = `${endpoint} ${group}`;
    return {
      ...{ endpoint, group, isUp: value === 1, height: heights?.get(key), lag: lags?.get(key) },
      ...{ pending: pendings?.get(key), view: views?.get(key) },
      ...{ transactions: transactions.get(key), failed: failed.get(key) },
      sealers: sealers.get(key) ?? [],
    };
  });
}

/** The highest node of each group, which is asked about the group. */
export function highestNodes(groups: readonly GroupOnNode[]): ReadonlyMap<string, GroupOnNode & { height: number }> {
  const best = new Map<string, GroupOnNode & { height: number }>();
  for (const each of groups) {
    const { group, height } = each;
    if (height !== undefined && height > (best.get(group)?.height ?? -1)) best.set(group, { ...each, height });
  }
  return best;
}

/** Looks at nodes: at what the exporter measures, and at what rules need beside it. */
export class Observer {
  readonly #collector: Collector;
  #measured: readonly MetricFamily[] = [];
  readonly #transports: ReadonlyMap<string, Transport>;
  readonly #rules: readonly Rule[];
  readonly #groups = new Set<string>();
  readonly #sessions = new Map<string, ChainSession>();
  /** The last block whose events a rule has seen, by rule and group. */
  readonly #seen = new Map<Rule, Map<string, number>>();
  readonly #settings = new Map<string, { readonly atMs: number; readonly values: ReadonlyMap<string, string> }>();

  /** @param group the only group that is looked at; without it all that a node serves */
  constructor(targets: readonly Target[], group: string | undefined, rules: readonly Rule[]) {
    this.#collector = new Collector(targets, group);
    this.#transports = new Map(targets.map(({ endpoint, transport }) => [endpoint, transport]));
    this.#rules = rules;
  }

  /** The last block whose events a rule has seen, by group. What is set there is where the next look begins. */
  seenOf(rule: Rule): Map<string, number> {
    const known = this.#seen.get(rule) ?? new Map<string, number>();
    this.#seen.set(rule, known);
    return known;
  }

  /** What was measured last, as the exporter tells it. */
  get measured(): readonly MetricFamily[] {
    return this.#measured;
  }

  /** Measures now. @param timeoutMs how long it may take */
  async measure(timeoutMs: number): Promise<readonly MetricFamily[]> {
    this.#measured = await this.#collector.collect(timeoutMs);
    return this.#measured;
  }

  /** @param timeoutMs how long the metrics may take, and each question beside them */
  async look(atMs: number, timeoutMs: number): Promise<Look> {
    const families = await this.measure(timeoutMs);
    const groups = groupsOf(families).filter(({ group }) => this.#isKnown(group));
    const extras = new Map<Rule, Map<string, { endpoint: string; extra: Extra }>>();
    const asking = [...highestNodes(groups).values()].flatMap((node) =>
      this.#rules
        .filter(({ group }) => group === undefined || group === node.group)
        .map(async (rule) => {
          const extra = await this.#extraOf(rule, node, atMs, timeoutMs);
          if (!extra) return;
          const known = extras.get(rule) ?? new Map();
          extras.set(rule, known.set(node.group, { endpoint: node.endpoint, extra }));
        }),
    );
    const [disks] = await Promise.all([this.#disks(), ...asking]);
    return {
      disks,
      atMs,
      nodes: samplesOf(families, "up").map(({ labels, value }) => ({
        endpoint: labels["endpoint"] ?? "",
        isUp: value === 1,
      })),
      groups,
      compared: this.#collector.compared.filter(({ group }) => this.#isKnown(group)),
      certificates: samplesOf(families, "certificate_expiry_timestamp_seconds").map(({ labels, value }) => ({
        ...{ endpoint: labels["endpoint"] ?? "", certificate: labels["certificate"] ?? "", expiresMs: value * 1000 },
      })),
      extras,
    };
  }

  #disks(): Promise<Look["disks"][number][]> {
    const folders = new Set(this.#rules.flatMap((rule) => (rule.kind === "disk" ? rule.folders : [])));
    return Promise.all(
      [...folders].map(async (folder) => {
        const disk = await diskAt(folder);
        return { folder, free: disk && disk.all > 0 ? disk.free / disk.all : undefined };
      }),
    );
  }

  #isKnown(group: string): boolean {
    if (this.#groups.size < maxGroups) this.#groups.add(group);
    return this.#groups.has(group);
  }

  async #extraOf(
    rule: Rule,
    node: GroupOnNode & { readonly height: number },
    atMs: number,
    timeoutMs: number,
  ): Promise<Extra | undefined> {
    if (rule.kind !== "sealers" && rule.kind !== "config" && rule.kind !== "event") return undefined;
    const key = `${node.endpoint} ${node.group}`;
    try {
      const session = this.#sessions.get(key) ?? (await this.#open(node));
      this.#sessions.set(key, session);
      if (rule.kind === "sealers") {
        // under rPBFT sealers take turns: one that waits for its own hasn't left
        const members = await getGroupMembers(session, { timeoutMs });
        return { kind: "sealers", ids: members.flatMap(({ nodeId, role }) => (role === "observer" ? [] : [nodeId])) };
      }
      if (rule.kind === "config")
        return { kind: "config", values: await this.#configOf(session, rule, atMs, timeoutMs) };
      return await this.#eventsOf(session, rule, node, timeoutMs);
    } catch (error) {
      this.#sessions.delete(key);
      return { kind: "trouble", error };
    }
  }

  #open({ endpoint, group }: GroupOnNode): Promise<ChainSession> {
    const transport = this.#transports.get(endpoint);
    if (!transport) throw new Error(`no way to ${endpoint}`);
    return openSession(createClient(transport, group));
  }

  async #configOf(
    session: ChainSession,
    { keys }: RuleOf<"config">,
    atMs: number,
    timeoutMs: number,
  ): Promise<ReadonlyMap<string, string>> {
    const options = { timeoutMs };
    if (keys.length > 0) {
      const named = await Promise.all(
        keys.map(async (key) => [key, (await getSystemConfig(session, key, options))?.value] as const),
      );
      return new Map(named.flatMap(([key, value]) => (value === undefined ? [] : [[key, value] as const])));
    }
    const kept = this.#settings.get(session.groupId);
    if (kept && atMs - kept.atMs < allKeysMs) return kept.values;
    const found = await listSystemConfig(session, options);
    const values = new Map(found.map(({ key, value }) => [key, value]));
    this.#settings.set(session.groupId, { atMs, values });
    return values;
  }

  async #eventsOf(
    session: ChainSession,
    rule: RuleOf<"event">,
    { group, height }: GroupOnNode & { readonly height: number },
    timeoutMs: number,
  ): Promise<Extra> {
    const cursors = this.seenOf(rule);
    const last = cursors.get(group);
    const from = (last ?? Math.max(-1, height - rule.blocks)) + 1;
    const to = Math.min(height, from + maxBlocks - 1);
    const { contract, topics } = rule.event;
    const address = await resolveTarget(session, contract, { timeoutMs });
    const filter = { fromBlock: from, toBlock: to, addresses: [address], topics: [topics] };
    const logs = from > to ? [] : await readLogs(session, filter, { timeoutMs });
    cursors.set(group, Math.max(last ?? 0, to));
    const seen = logs.flatMap((log): SeenEvent[] => {
      const { blockNumber: block, transactionHash: transaction, logIndex: index } = log;
      const event = block >= from && block <= to ? wishedEvent(rule.event, address, log) : undefined;
      return event ? [{ event, block, transaction, index }] : [];
    });
    const isFirst = last === undefined && rule.blocks === 0;
    return { kind: "event", isFirst, seen: seen.slice(0, maxEvents) };
  }
}
