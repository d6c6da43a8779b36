import { precompiledAt } from "../../chain/abi/precompiledContracts";
import { notedTexts } from "../../chain/abi/valueNotes";
import { forkText } from "../../chain/health/forks";
import type { Trouble } from "../../chain/health/story";
import { type LocalizableText, text } from "../../text/catalogue";
import { isoTime } from "../../text/formats";
import { shortened, shortHex } from "../../text/shortText";
import { dayMs } from "../../time/units";
import { type GroupOnNode, highestNodes, type Look, type SeenEvent } from "./observer";
import type { Rule, RuleOf } from "./ruleKinds";

/** Where what was found can be looked at. */
export type Cause = { readonly transaction: string } | { readonly block: number };

/** What a rule finds of one thing. */
export interface Finding {
  readonly rule: Rule;
  readonly endpoint: string | undefined;
  readonly group: string | undefined;
  /** What tells alerts of one rule and group apart. */
  readonly subject: string;
  /** `unknown`: more looks are needed, or the node didn't say; nothing begins or ends by it. */
  readonly state: "wrong" | "right" | "unknown";
  readonly message: LocalizableText;
  readonly cause?: Cause;
  /** What it comes to, and the nodes that it is about: what is to be done follows from it. */
  readonly trouble?: Pick<Trouble, "kind" | "nodes">;
}

/** Things that happened and are still told of, for each rule. */
const maxHappened = 1000;
/** Changes of a view that are remembered for each node. */
const maxSteps = 10_000;
const maxValueLength = 200;
/** Endpoints that a message names. */
const maxNamed = 5;

const brief = (words: string): string => shortened(words, maxValueLength);

export interface Counted {
  readonly height: number;
  readonly transactions: number;
  readonly failed: number;
}

export interface Happened {
  readonly finding: Finding;
  untilMs: number;
}

/** What a rule needs of earlier looks, each map by node or group. It can be written as JSON once its maps are lists. */
interface RuleMemory {
  /** Since when something has been the same. */
  readonly since: Map<string, { readonly what: string; readonly atMs: number }>;
  readonly views: Map<string, { view: number; readonly fromMs: number; steps: { atMs: number; by: number }[] }>;
  readonly counted: Map<string, Counted[]>;
  readonly sealers: Map<string, readonly string[]>;
  readonly configs: Map<string, ReadonlyMap<string, string>>;
  readonly happened: Map<string, Happened>;
}

const nothingYet = (): RuleMemory => ({
  ...{ since: new Map(), views: new Map(), counted: new Map() },
  ...{ sealers: new Map(), configs: new Map(), happened: new Map() },
});

/** Judges looks by rules. What rules need of earlier looks is kept here, within bounds. */
export class Judge {
  readonly #rules: readonly Rule[];
  readonly #memories = new Map<Rule, RuleMemory>();

  constructor(rules: readonly Rule[]) {
    this.#rules = rules;
  }

  /** What is kept for a rule. */
  memoryOf(rule: Rule): RuleMemory {
    const known = this.#memories.get(rule) ?? nothingYet();
    this.#memories.set(rule, known);
    return known;
  }

  /** What every rule finds in a look. */
  judge(look: Look): Finding[] {
    return this.#rules.flatMap((rule) => {
      const groups = look.groups.filter(({ group }) => rule.group === undefined || rule.group === group);
      switch (rule.kind) {
        case "down":
          return this.#down(rule, look, groups);
        case "lag":
          return this.#lag(rule, look, groups);
        case "certificate":
          return certificates(rule, look);
        case "disk":
          return disks(rule, look);
        case "fork":
          return forks(rule, look);
        case "unreachable":
          return this.#unreachable(rule, look, groups);
        case "restarts":
          return this.#restarts(rule, look);
        case "heightStands":
        case "failures":
          return [...highestNodes(groups).values()].flatMap((node) =>
            rule.kind === "failures" ? this.#failures(rule, node) : this.#heightStands(rule, look, groups, node),
          );
        case "viewChanges":
          return this.#viewChanges(rule, look, groups);
        default:
          return this.#changes(rule, look);
      }
    });
  }

  /**
   * Whether something has been the same for so long. `unknown` until then, but `right` in the moment in which it becomes another, and
   * where it isn't at all.
   */
  #held(
    rule: Rule & { readonly seconds: number },
    key: string,
    what: string | undefined,
    atMs: number,
  ): Finding["state"] {
    const kept = this.memoryOf(rule).since;
    const known = kept.get(key);
    if (what === undefined) {
      kept.delete(key);
      return "right";
    }
    const since = known?.what === what ? known : { what, atMs };
    kept.set(key, since);
    if (atMs - since.atMs >= rule.seconds * 1000) return "wrong";
    return known !== undefined && known !== since ? "right" : "unknown";
  }

  #down(rule: RuleOf<"down">, { nodes, atMs }: Look, groups: readonly GroupOnNode[]): Finding[] {
    const held = (key: string, isUp: boolean): Finding["state"] =>
      this.#held(rule, key, isUp ? undefined : "down", atMs);
    const down = nodes.map(({ endpoint, isUp }): Finding => {
      const state = held(endpoint, isUp);
      const message = text("The node doesn't answer.");
      const trouble = { kind: "ended", nodes: [endpoint] } as const;
      return { rule, endpoint, group: undefined, subject: "", state, message, trouble };
    });
    const answering = new Set(nodes.filter(({ isUp }) => isUp).map(({ endpoint }) => endpoint));
    const ofAnswering = groups.filter(({ endpoint }) => answering.has(endpoint));
    const silent = ofAnswering.map(({ endpoint, group, isUp }): Finding => {
      const state = held(`${endpoint} ${group}`, isUp);
      return { rule, endpoint, group, subject: "", state, message: text("The node doesn't answer for the group.") };
    });
    return [...down, ...silent];
  }

  #lag(rule: RuleOf<"lag">, { atMs }: Look, groups: readonly GroupOnNode[]): Finding[] {
    const highest = highestNodes(groups);
    return groups.flatMap(({ endpoint, group, height, lag }): Finding[] => {
      if (height === undefined) return [];
      const lacks = Math.max(lag ?? 0, (highest.get(group)?.height ?? height) - height);
      const what = lacks >= rule.blocks ? "lags" : undefined;
      const state = this.#held(rule, `${endpoint} ${group}`, what, atMs);
      const message = text("The node lacks {0} blocks.", lacks);
      return [{ rule, endpoint, group, subject: "", state, message, trouble: { kind: "behind" } }];
    });
  }

  #heightStands(
    rule: RuleOf<"heightStands">,
    { atMs }: Look,
    groups: readonly GroupOnNode[],
    { group, height, sealers }: GroupOnNode & { readonly height: number },
  ): Finding[] {
    const waiting = groups.some((node) => node.group === group && (node.pending ?? 0) > 0);
    const what = rule.evenIdle || waiting ? String(height) : undefined;
    const state = this.#held(rule, group, what, atMs);
    const views = groups.flatMap((node) =>
      node.group === group && node.view !== undefined ? [{ endpoint: node.endpoint, view: node.view }] : [],
    );
    const cause = { block: height };
    const common = { rule, endpoint: undefined, group, subject: "", state, cause };
    // too few sealers explain it; views that don't meet follow from that
    const missing = sealers.filter(({ isReached }) => !isReached).map(({ nodeId }) => shortHex(nodeId));
    if (missing.length > 0 && missing.length > (sealers.length - 1) / 3) {
      const [reached, all] = [sealers.length - missing.length, sealers.length];
      const named = missing.slice(0, maxNamed);
      const message = text(
        "Height {0} has stood still for {1} s or more: {2} of {3} sealers are reached; missing: {4}.",
        ...[height, rule.seconds, reached, all],
        named,
      );
      return [{ ...common, message, trouble: { kind: "lacksSealers", nodes: named } }];
    }
    const apart = new Set(views.map(({ view }) => view)).size > 1;
    const message = apart
      ? text(
          "Height {0} has stood still for {1} s or more, and the views don't meet: {2}.",
          ...[height, rule.seconds],
          views.slice(0, maxNamed).map(({ endpoint, view }) => `${endpoint}: ${view}`),
        )
      : text("Height {0} has stood still for {1} s or more.", height, rule.seconds);
    return [{ ...common, message, trouble: { kind: apart ? "viewsApart" : "standstill" } }];
  }

  /** Each sealer that an endpoint doesn't reach: nodes that start find the others one by one, so it has to last. */
  #unreachable(rule: RuleOf<"unreachable">, { atMs }: Look, groups: readonly GroupOnNode[]): Finding[] {
    const missed = new Map<string, { group: string; nodeId: string; by: string[] }>();
    for (const { endpoint, group, sealers } of groups)
      for (const { nodeId, isReached } of sealers) {
        const key = `${group} ${nodeId}`;
        const known = missed.get(key) ?? { group, nodeId, by: [] };
        missed.set(key, known);
        if (!isReached) known.by.push(endpoint);
      }
    // one that is no sealer any more isn't missed, where its group still names others
    const named = new Set([...missed.values()].map(({ group }) => group));
    for (const key of this.memoryOf(rule).since.keys()) {
      const [group = "", nodeId = ""] = key.split(" ");
      if (!missed.has(key) && named.has(group)) missed.set(key, { group, nodeId, by: [] });
    }
    return [...missed].map(([key, { group, nodeId, by }]): Finding => {
      const state = this.#held(rule, key, by.length > 0 ? "missed" : undefined, atMs);
      const message = text("Sealer {0} isn't reached by {1}.", brief(nodeId), by.slice(0, maxNamed));
      const trouble = { kind: "unreachable", nodes: [shortHex(nodeId)] } as const;
      return { rule, endpoint: undefined, group, subject: nodeId, state, message, trouble };
    });
  }

  #restarts(rule: RuleOf<"restarts">, { nodes, atMs }: Look): Finding[] {
    const { views } = this.memoryOf(rule);
    return nodes.map(({ endpoint, isUp }): Finding => {
      const [view, known] = [isUp ? 1 : 0, views.get(endpoint) ?? { view: 0, fromMs: atMs, steps: [] }];
      if (view < known.view) known.steps.push({ atMs, by: 1 });
      known.view = view;
      known.steps = known.steps.filter((step) => atMs - step.atMs < rule.seconds * 1000).slice(-maxSteps);
      views.set(endpoint, known);
      const times = known.steps.length;
      const state = times > rule.moreThan ? "wrong" : known.fromMs === atMs ? "unknown" : "right";
      const message = text("The node stopped answering {0} times in {1} s.", times, rule.seconds);
      const trouble = { kind: "ended", nodes: [endpoint] } as const;
      return { rule, endpoint, group: undefined, subject: "", state, message, trouble };
    });
  }

  #viewChanges(rule: RuleOf<"viewChanges">, { atMs }: Look, groups: readonly GroupOnNode[]): Finding[] {
    const max = new Map<string, { readonly changes: number; readonly fromMs: number }>();
    const { views } = this.memoryOf(rule);
    for (const { endpoint, group, view } of groups) {
      if (view === undefined) continue;
      const key = `${endpoint} ${group}`;
      const known = views.get(key) ?? { view, fromMs: atMs, steps: [] };
      if (view > known.view) known.steps.push({ atMs, by: view - known.view });
      known.view = view;
      known.steps = known.steps.filter((step) => atMs - step.atMs < rule.seconds * 1000).slice(-maxSteps);
      views.set(key, known);
      const changes = known.steps.reduce((sum, { by }) => sum + by, 0);
      const other = max.get(group);
      if (!other || changes > other.changes) max.set(group, { changes, fromMs: known.fromMs });
    }
    return [...max].map(([group, { changes, fromMs }]): Finding => {
      const state = changes > rule.moreThan ? "wrong" : fromMs === atMs ? "unknown" : "right";
      const message = text("The view changed {0} times in {1} s.", changes, rule.seconds);
      return { rule, endpoint: undefined, group, subject: "", state, message, trouble: { kind: "leaderChanged" } };
    });
  }

  #failures(
    rule: RuleOf<"failures">,
    { group, height, transactions, failed }: GroupOnNode & { readonly height: number },
  ): Finding[] {
    if (transactions === undefined || failed === undefined) return [];
    const { counted } = this.memoryOf(rule);
    const last = counted.get(group)?.at(-1);
    const isLess = last && (height < last.height || transactions < last.transactions || failed < last.failed);
    const kept = (isLess ? undefined : counted.get(group)) ?? [];
    if (kept.at(-1)?.height !== height) kept.push({ height, transactions, failed });
    // the latest that is far enough back is where the counting begins
    const begin = kept.findLastIndex((each) => each.height <= height - rule.blocks);
    if (begin > 0) kept.splice(0, begin);
    counted.set(group, kept);
    const first = kept[0];
    const common = { rule, endpoint: undefined, group, subject: "" };
    if (begin < 0 || !first)
      return [{ ...common, state: "unknown", message: text("Fewer than {0} blocks were seen so far.", rule.blocks) }];
    const [all, bad] = [transactions - first.transactions, failed - first.failed];
    const message = text("{0} of {1} transactions in the last {2} blocks failed.", bad, all, height - first.height);
    const state = bad * 100 > all * rule.percent ? "wrong" : "right";
    return [{ ...common, state, message, trouble: { kind: "failures" } }];
  }

  #changes(rule: RuleOf<"sealers"> | RuleOf<"config"> | RuleOf<"event">, look: Look): Finding[] {
    const { happened, sealers, configs } = this.memoryOf(rule);
    const found: Finding[] = [];
    for (const [group, { endpoint, extra }] of look.extras.get(rule) ?? []) {
      const happen: Happen = (subject, message, cause) => {
        const untilMs = look.atMs + rule.seconds * 1000;
        const known = happened.get(`${group} ${subject}`);
        if (known) known.untilMs = untilMs;
        else if (happened.size < maxHappened)
          happened.set(`${group} ${subject}`, {
            finding: { rule, endpoint, group, subject, state: "wrong", message, ...(cause ? { cause } : {}) },
            untilMs,
          });
      };
      const unknown = (message: LocalizableText): void => {
        found.push({ rule, endpoint, group, subject: "", state: "unknown", message });
      };
      if (extra.kind === "trouble") unknown(text("The node doesn't tell."));
      else if (extra.kind === "event") {
        if (extra.isFirst) unknown(text("Nothing was seen before."));
        for (const each of extra.seen) {
          const { transaction } = each;
          happen(`${transaction} ${each.index}`, eventMessage(each), { transaction });
        }
      } else if (extra.kind === "sealers") {
        const before = sealers.get(group);
        sealers.set(group, extra.ids);
        if (before) tellSealers(before, extra.ids, happen);
        else unknown(text("Nothing was seen before."));
      } else {
        const before = configs.get(group);
        configs.set(group, extra.values);
        if (before) tellConfig(before, extra.values, happen);
        else unknown(text("Nothing was seen before."));
      }
    }
    for (const [key, { finding, untilMs }] of happened) {
      const isOver = look.atMs >= untilMs;
      found.push(isOver ? { ...finding, state: "right" } : finding);
      if (isOver) happened.delete(key);
    }
    return found;
  }
}

type Happen = (subject: string, message: LocalizableText, cause?: Cause) => void;

function tellSealers(before: readonly string[], after: readonly string[], happen: Happen): void {
  const [known, now] = [new Set(before), new Set(after)];
  for (const id of now) if (!known.has(id)) happen(`+${id}`, text("Sealer {0} joined.", brief(id)));
  for (const id of known) if (!now.has(id)) happen(`-${id}`, text("Sealer {0} left.", brief(id)));
}

function tellConfig(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>, happen: Happen): void {
  for (const [key, value] of after) {
    const old = before.get(key);
    if (old === value) continue;
    const message =
      old === undefined
        ? text("{0} was set to {1}.", brief(key), brief(value))
        : text("{0} changed from {1} to {2}.", brief(key), brief(old), brief(value));
    happen(`${brief(key)}=${brief(value)}`, message);
  }
}

function eventMessage({ event, block, transaction }: SeenEvent): LocalizableText {
  const values = brief(notedTexts(event.arguments, precompiledAt));
  return text("{0} in block {1}, transaction {2}.", `${event.name}(${values})`, block, transaction);
}

function forks(rule: RuleOf<"fork">, { compared }: Look): Finding[] {
  return compared
    .filter(({ group }) => rule.group === undefined || rule.group === group)
    .flatMap(({ group, nodes }) =>
      nodes.map((node): Finding => {
        const common = { rule, endpoint: node.endpoint, group, subject: "" };
        if (node.state !== "forked")
          return {
            ...common,
            state: node.state === "same" ? "right" : "unknown",
            message: text("Blocks of the node couldn't be compared with those of another."),
          };
        const cause = { block: node.fork.first };
        return { ...common, state: "wrong", message: forkText(node.fork), cause, trouble: { kind: "fork" } };
      }),
    );
}

function certificates(rule: RuleOf<"certificate">, { certificates: all, atMs }: Look): Finding[] {
  return all.map(({ endpoint, certificate, expiresMs }): Finding => {
    const state = expiresMs - atMs < rule.days * dayMs ? "wrong" : "right";
    const on = isoTime(expiresMs).slice(0, 10);
    const message =
      expiresMs <= atMs
        ? text("The certificate {0} expired on {1}.", certificate, on)
        : text("The certificate {0} expires on {1}.", certificate, on);
    const trouble = { kind: "certificate", nodes: [certificate] } as const;
    return { rule, endpoint, group: undefined, subject: certificate, state, message, trouble };
  });
}

function disks(rule: RuleOf<"disk">, { disks: all }: Look): Finding[] {
  return all
    .filter(({ folder }) => rule.folders.includes(folder))
    .map(({ folder, free }): Finding => {
      const common = { rule, endpoint: undefined, group: undefined, subject: folder };
      if (free === undefined)
        return {
          ...common,
          state: "unknown",
          message: text("The system doesn't say how full the disk of {0} is.", brief(folder)),
        };
      const percent = Math.floor(free * 100);
      const message = text("Free on the disk of {0}: {1}%.", brief(folder), percent);
      const state = free * 100 < rule.percent ? "wrong" : "right";
      return { ...common, state, message, trouble: { kind: "diskLow", nodes: [brief(folder)] } };
    });
}
