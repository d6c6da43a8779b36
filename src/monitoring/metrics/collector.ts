import { createClient, type Transport } from "../../chain/client/client";
import type { ComparedNode } from "../../chain/health/forks";
import { ForkWatch } from "../../chain/health/forkWatch";
import { getPeers } from "../../chain/rpc/getPeers";
import { getGroupList } from "../../chain/rpc/groups";
import { CallTimes, callFamilies } from "./callTimes";
import { type Measured, MeasuredGroup } from "./groupMetrics";
import { type MetricName, metricNames, metricPrefix } from "./metricNames";
import type { MetricFamily } from "./metricText";

/** A certificate and when it expires. */
export interface CertificateExpiry {
  /** Whose it is: `node`, `client`, `ca`, and with SM TLS `nodeEncrypt`, `clientEncrypt`. */
  readonly certificate: string;
  readonly expiresMs: number;
}

/** A node that is measured. */
export interface Target {
  /** For the label: scheme, host, and port, nothing else of an address. */
  readonly endpoint: string;
  readonly transport: Transport;
  /** Where TLS is spoken. */
  readonly certificates?: (timeoutMs: number) => Promise<readonly CertificateExpiry[]>;
}

const maxGroups = 32;

/** A node may name as many groups, members and settings as it likes, others at each question: so many series of it are kept apart. */
const maxSeries = 5000;

/** What wasn't measured for so long gives its place to another. */
const forgottenMs = 3_600_000;
/** Questions that wait for each other: groups, peers, the group, its health, its block, its settings, blocks that are compared. */
const rounds = 8;

/** Certificates stay what they are for long. */
const certificatesMs = 600_000;

/** Which series an endpoint has. A known one stays, a new one has a place while there is one. */
class SeriesLimit {
  readonly #seen = new Map<string, number>();

  /** Those that may be shown, and how many more there were. */
  within(measured: readonly Measured[], endpoint: string): Measured[] {
    const now = Date.now();
    for (const [key, at] of this.#seen) if (now - at > forgottenMs) this.#seen.delete(key);
    const shown = measured.filter(({ name, labels }) => {
      const key = JSON.stringify([name, labels]);
      if (!this.#seen.has(key) && this.#seen.size >= maxSeries) return false;
      this.#seen.set(key, now);
      return true;
    });
    const truncated = measured.length - shown.length;
    return [...shown, { name: "series_truncated", labels: { endpoint }, value: truncated }];
  }
}

class MeasuredTarget {
  readonly times = new CallTimes();
  readonly #transport: Transport;
  readonly #limit = new SeriesLimit();
  readonly #groups = new Map<string, MeasuredGroup>();
  #certificates: { readonly at: number; readonly found: readonly CertificateExpiry[] } | undefined;

  constructor(
    readonly target: Target,
    private readonly onlyGroup: string | undefined,
  ) {
    this.#transport = this.times.measured(target.transport);
  }

  async read(timeoutMs: number): Promise<Measured[]> {
    const { endpoint } = this.target;
    const began = performance.now();
    const certificates = this.#expiries(timeoutMs).catch((): readonly CertificateExpiry[] => []);
    const asked = await this.#ask(timeoutMs).catch((): Measured[] => [{ name: "up", labels: { endpoint }, value: 0 }]);
    const seconds = (performance.now() - began) / 1000;
    return [
      ...this.#limit.within(asked, endpoint),
      { name: "scrape_duration_seconds", labels: { endpoint }, value: seconds },
      ...(await certificates).map(
        ({ certificate, expiresMs }): Measured => ({
          name: "certificate_expiry_timestamp_seconds",
          labels: { endpoint, certificate },
          value: Math.floor(expiresMs / 1000),
        }),
      ),
    ];
  }

  async #ask(timeoutMs: number): Promise<Measured[]> {
    const { endpoint } = this.target;
    const client = createClient(this.#transport, "");
    const groups = this.onlyGroup === undefined ? await getGroupList(client, { timeoutMs }) : [this.onlyGroup];
    const peers = await getPeers(client, { timeoutMs }).catch(() => undefined);
    const reading = [...new Set(groups)].slice(0, maxGroups).map(async (group): Promise<Measured[]> => {
      const known = this.#groups.get(group) ?? new MeasuredGroup(this.#transport, group, endpoint);
      if (this.#groups.size < maxGroups) this.#groups.set(group, known);
      const found = await known.read(timeoutMs).catch(() => undefined);
      const labels = { endpoint, group };
      return [{ name: "group_up", labels, value: found ? 1 : 0 }, ...(found ?? [])];
    });
    const found = (await Promise.all(reading)).flat();
    // who names one group and is refused has asked all the same
    const up = this.onlyGroup === undefined || peers !== undefined || found.length > 1;
    return [
      { name: "up", labels: { endpoint }, value: up ? 1 : 0 },
      ...(peers?.variant === "gateway"
        ? [{ name: "p2p_peers" as const, labels: { endpoint }, value: peers.peers.length }]
        : []),
      ...found,
    ];
  }

  /** A way to a group, measured as all is. */
  client(group: string): ReturnType<typeof createClient> {
    return createClient(this.#transport, group);
  }

  async #expiries(timeoutMs: number): Promise<readonly CertificateExpiry[]> {
    const now = Date.now();
    if (this.#certificates && now - this.#certificates.at < certificatesMs) return this.#certificates.found;
    const found = await this.target.certificates?.(timeoutMs).catch(() => undefined);
    if (found) this.#certificates = { at: now, found };
    return this.#certificates?.found ?? [];
  }
}

/** How the nodes of a group compare. */
export interface ComparedGroup {
  readonly group: string;
  readonly nodes: readonly ComparedNode[];
}

function forkSamples({ group, nodes }: ComparedGroup): Measured[] {
  return nodes.flatMap((node): Measured[] => {
    const labels = { endpoint: node.endpoint, group };
    if (node.state !== "forked") return node.state === "same" ? [{ name: "chain_forked", labels, value: 0 }] : [];
    return [
      { name: "chain_forked", labels, value: 1 },
      { name: "chain_fork_first_block", labels, value: node.fork.first },
    ];
  });
}

/** Measures nodes when it is asked; who asks meanwhile gets the same answer. */
export class Collector {
  readonly #targets: readonly MeasuredTarget[];
  readonly #watches = new Map<string, ForkWatch>();
  #compared: readonly ComparedGroup[] = [];
  #running: Promise<MetricFamily[]> | undefined;

  /** @param group the only group that is measured; without it all that a node serves */
  constructor(targets: readonly Target[], group: string | undefined) {
    this.#targets = targets.map((target) => new MeasuredTarget(target, group));
  }

  /** @param timeoutMs how long an answer may take; what is asked one after the other shares it */
  collect(timeoutMs: number): Promise<MetricFamily[]> {
    this.#running ??= this.#collect(Math.ceil(timeoutMs / rounds)).finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  /** How nodes of each group compare, as the last answer found them; empty where there is one endpoint. */
  get compared(): readonly ComparedGroup[] {
    return this.#compared;
  }

  /** Compares the blocks of the endpoints, group by group. */
  async #compare(heights: readonly Measured[], timeoutMs: number): Promise<readonly ComparedGroup[]> {
    if (this.#targets.length < 2) return [];
    const groups = [...new Set(heights.map(({ labels }) => labels["group"] ?? ""))].slice(0, maxGroups);
    for (const group of groups)
      if (!this.#watches.has(group) && this.#watches.size < maxGroups) this.#watches.set(group, new ForkWatch());
    return Promise.all(
      [...this.#watches].map(async ([group, watch]): Promise<ComparedGroup> => {
        const nodes = this.#targets.map((target) => {
          const { endpoint } = target.target;
          const own = heights.find(({ labels }) => labels["endpoint"] === endpoint && labels["group"] === group);
          return { endpoint, client: target.client(group), height: own?.value };
        });
        return { group, nodes: await watch.compare(nodes, { timeoutMs }) };
      }),
    );
  }

  async #collect(timeoutMs: number): Promise<MetricFamily[]> {
    const read = (await Promise.all(this.#targets.map((target) => target.read(timeoutMs)))).flat();
    const heights = read.filter(({ name, value }) => name === "block_height" && Number.isSafeInteger(value));
    this.#compared = await this.#compare(heights, timeoutMs);
    const measured = [...read, ...this.#compared.flatMap(forkSamples)];
    const names = Object.keys(metricNames) as MetricName[];
    const families = names.map((name): MetricFamily => {
      const [type, help] = metricNames[name];
      const samples = measured.filter((each) => each.name === name && Number.isFinite(each.value));
      return { name: `${metricPrefix}${name}`, help, type, samples };
    });
    const calls = this.#targets.map(({ times, target }) => times.samples(target.endpoint));
    return [...families, ...callFamilies(calls)];
  }
}
