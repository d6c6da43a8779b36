import { describe, expect, it } from "vitest";
import { givenPath } from "../../../src/files/namedPath";
import { readRules } from "../../../src/monitoring/rules/readRules";
import { type AlertChange, Alerts, alertJson } from "../../../src/monitoring/watch/alerts";
import { Judge } from "../../../src/monitoring/watch/judge";
import { type Extra, type GroupOnNode, type Look, Observer } from "../../../src/monitoring/watch/observer";
import { recall, watchMemory } from "../../../src/monitoring/watch/watchMemory";

const file = givenPath("/rules.yaml");
const node = "http://127.0.0.1:20200";

/** What a group at rest looks like. */
const calm: GroupOnNode = {
  ...{ endpoint: node, group: "group0", isUp: true, height: 10, lag: 0, pending: 0, view: 3 },
  ...{ transactions: 100, failed: 0, sealers: [] },
};

interface Seen {
  readonly at: number;
  readonly isUp?: boolean;
  readonly groups?: readonly Partial<GroupOnNode>[];
  readonly expiresAt?: number;
  readonly extra?: Extra;
  readonly compared?: Look["compared"];
  readonly free?: number | undefined;
}

/** What one rule tells of looks at these seconds, in the order of time: `12 began …`. */
function report(rule: string, seen: readonly Seen[]): string[] {
  const rules = readRules(`rules:\n  - name: R\n    ${rule}\n`, file);
  const [first] = rules;
  const [judge, alerts] = [new Judge(rules), new Alerts()];
  return seen.flatMap(({ at, isUp = true, groups = [{}], expiresAt, extra, compared = [], free }) => {
    const look: Look = {
      atMs: at * 1000,
      nodes: [{ endpoint: node, isUp }],
      groups: isUp ? groups.map((group) => ({ ...calm, ...group })) : [],
      compared,
      disks: [{ folder: givenPath("/nodes/node0"), free }],
      certificates:
        expiresAt === undefined ? [] : [{ endpoint: node, certificate: "node", expiresMs: expiresAt * 1000 }],
      extras: new Map(first && extra ? [[first, new Map([["group0", { endpoint: node, extra }]])]] : []),
    };
    return alerts
      .take(judge.judge(look), look.atMs)
      .map((change: AlertChange) => `${at} ${change.state} ${alertJson(change)["message"]}`);
  });
}

const config = (value: string): Extra => ({ kind: "config", values: new Map([["tx_count_limit", value]]) });

describe("rules of a watch begin and end", () => {
  it("when a height stands while transactions wait", () => {
    const seen: readonly Seen[] = [
      ...[0, 100].map((at) => ({ at })),
      ...[110, 139, 140, 150].map((at) => ({ at, groups: [{ pending: 2 }] })),
      { at: 160, groups: [{ pending: 2, height: 11 }] },
      { at: 190, groups: [{ pending: 2, height: 12 }] },
      { at: 220, groups: [{ pending: 2, height: 12 }] },
      { at: 230, groups: [{ pending: 0, height: 12 }] },
    ];
    expect(report("heightStands: { seconds: 30 }", seen)).toEqual([
      "140 began Height 10 has stood still for 30 s or more.",
      "160 ended Height 10 has stood still for 30 s or more.",
      "220 began Height 12 has stood still for 30 s or more.",
      "230 ended Height 12 has stood still for 30 s or more.",
    ]);
    expect(report("heightStands: { seconds: 30, evenIdle: true }", [{ at: 0 }, { at: 30 }])).toHaveLength(1);
  });

  it("when a height stands, with the views where they don't meet", () => {
    const groups = [{ pending: 2 }, { endpoint: "http://127.0.0.1:20201", view: 5 }];
    expect(
      report(
        "heightStands: { seconds: 30 }",
        [0, 30].map((at) => ({ at, groups })),
      ),
    ).toEqual([
      `30 began Height 10 has stood still for 30 s or more, and the views don't meet: ${node}: 3, http://127.0.0.1:20201: 5.`,
    ]);
  });

  it("when a node lags, by what it knows or by what others have", () => {
    const other = { endpoint: "http://127.0.0.1:20201" };
    const seen: readonly Seen[] = [
      { at: 0, groups: [{ lag: 4 }] },
      { at: 5, groups: [{ lag: 5 }] },
      { at: 6, groups: [{ lag: 7 }] },
      { at: 7, groups: [{}] },
      { at: 8, groups: [{}, { ...other, height: 15 }] },
    ];
    expect(report("lag: { blocks: 5 }", seen)).toEqual([
      "5 began The node lacks 5 blocks.",
      "7 ended The node lacks 5 blocks.",
      "8 began The node lacks 5 blocks.",
    ]);
    const held = [0, 9, 10].map((at) => ({ at, groups: [{ lag: 5 }] }));
    expect(report("lag: { blocks: 5, seconds: 10 }", held)).toEqual(["10 began The node lacks 5 blocks."]);
  });

  it("when views change often", () => {
    const seen = [3, 5, 6, 2, 3].map((view, look) => ({ at: look * 10, groups: [{ view }] }));
    expect(report("viewChanges: { moreThan: 2, seconds: 15 }", [...seen, { at: 60, groups: [{ view: 3 }] }])).toEqual([
      "20 began The view changed 3 times in 15 s.",
      "30 ended The view changed 3 times in 15 s.",
    ]);
  });

  it("when transactions of the last blocks fail", () => {
    const seen: readonly Seen[] = [
      { at: 0, groups: [{ height: 10, transactions: 100, failed: 50 }] },
      { at: 1, groups: [{ height: 11, transactions: 110, failed: 60 }] },
      { at: 2, groups: [{ height: 12, transactions: 120, failed: 60 }] },
      { at: 3, groups: [{ height: 13, transactions: 130, failed: 60 }] },
      { at: 4, groups: [{ height: 14, transactions: 140, failed: 65 }] },
      // another chain: what was counted is worth nothing
      { at: 5, groups: [{ height: 3, transactions: 4, failed: 4 }] },
    ];
    expect(report("failures: { percent: 40, blocks: 2 }", seen)).toEqual([
      "2 began 10 of 20 transactions in the last 2 blocks failed.",
      "3 ended 10 of 20 transactions in the last 2 blocks failed.",
    ]);
  });

  it("when sealers leave and join, each one, for a while", () => {
    const looks = [["a", "b"], ["a"], ["a"], ["a", "c"], ["a", "c"]].map(
      (ids, at): Seen => ({ at, extra: { kind: "sealers", ids } }),
    );
    expect(report("sealers: { seconds: 2 }", looks)).toEqual([
      "1 began Sealer b left.",
      "3 ended Sealer b left.",
      "3 began Sealer c joined.",
    ]);
  });

  it("when the configuration changes, and not by what a node doesn't tell", () => {
    const trouble: Extra = { kind: "trouble", error: new Error("no") };
    const looks: readonly Seen[] = [
      { at: 0, extra: config("1000") },
      { at: 1, extra: trouble },
      { at: 2, extra: config("2000") },
      { at: 3, isUp: false },
      { at: 400, extra: config("2000") },
    ];
    expect(report("config: { keys: [tx_count_limit] }", looks)).toEqual([
      "2 began tx_count_limit changed from 1000 to 2000.",
      "400 ended tx_count_limit changed from 1000 to 2000.",
    ]);
  });

  it("when a certificate has few days left", () => {
    const day = 86_400;
    const seen = [0, 71 * day].map((at) => ({ at, expiresAt: 100 * day }));
    expect(report("certificate: { days: 30 }", [...seen, { at: 101 * day, expiresAt: 400 * day }])).toEqual([
      `${71 * day} began The certificate node expires on 1970-04-11.`,
      `${101 * day} ended The certificate node expires on 1970-04-11.`,
    ]);
  });

  it("when the disk of a node's folder is nearly full, and not by what the system doesn't say", () => {
    const seen: readonly Seen[] = [...[0.5, 0.099].map((free, at) => ({ at, free })), { at: 2 }, { at: 3, free: 0.1 }];
    expect(report("disk: { folders: [/nodes/node0] }", seen)).toEqual([
      "1 began Free on the disk of /nodes/node0: 9%.",
      "3 ended Free on the disk of /nodes/node0: 9%.",
    ]);
    expect(report("disk: { folders: [/nodes/node1] }", seen)).toEqual([]);
  });

  it("by what the system says of a folder's disk, and nothing where there is none", async () => {
    const folders = `[${import.meta.dirname}, ${import.meta.dirname}/nowhere]`;
    const rules = readRules(`rules:\n  - name: R\n    disk: { folders: ${folders} }\n`, file);
    const { disks } = await new Observer([], undefined, rules).look(0, 1000);
    expect(disks).toEqual([
      { folder: import.meta.dirname, free: expect.any(Number) },
      { folder: `${import.meta.dirname}/nowhere`, free: undefined },
    ]);
    expect(disks[0]?.free).toBeLessThanOrEqual(1);
  });

  it.each([
    ["disk:", '"disk" requires "folders".'],
    ["disk: { folders: [nodes/node0] }", "nodes/node0 isn't an absolute path."],
    ["disk: { folders: [/net/elsewhere/node0] }", "/net/elsewhere/node0 isn't an absolute path."],
  ])("and a rule that names no folder of this machine is wrong: %s", (rule, said) => {
    expect(() => report(rule, [])).toThrow(said);
  });

  it("when a node doesn't answer for long", () => {
    const seen = [0, 1, 11].map((at) => ({ at, isUp: at === 0 }));
    expect(report("down: { seconds: 10 }", [...seen, { at: 12 }])).toEqual([
      "11 began The node doesn't answer.",
      "12 ended The node doesn't answer.",
    ]);
    expect(report("down:", [{ at: 0, groups: [{ isUp: false, height: undefined }] }, { at: 1 }])).toEqual([
      "0 began The node doesn't answer for the group.",
      "1 ended The node doesn't answer for the group.",
    ]);
  });

  it("of the group alone that a rule names", () => {
    const seen = [{ at: 0, groups: [{ lag: 9 }] }];
    expect(report("lag: { blocks: 5 }\n    group: group1", seen)).toEqual([]);
    expect(report("lag: { blocks: 5 }\n    group: group0", seen)).toHaveLength(1);
  });

  it("also where a state file names a moment that no calendar has", () => {
    const rules = readRules("rules:\n  - name: R\n    certificate: { days: 30 }\n", file);
    const begun = { judge: new Judge(rules), alerts: new Alerts(), observer: new Observer([], undefined, rules) };
    const expiring = { endpoint: node, certificate: "node", expiresMs: 0 };
    const look: Look = {
      atMs: 1,
      nodes: [],
      groups: [],
      compared: [],
      disks: [],
      certificates: [expiring],
      extras: new Map(),
    };
    begun.alerts.take(begun.judge.judge(look), look.atMs);
    const text = JSON.stringify(watchMemory(rules, begun)).replace('"sinceMs":1', '"sinceMs":1e300');
    const [judge, alerts] = [new Judge(rules), new Alerts()];
    recall(JSON.parse(text), rules, { ...begun, judge, alerts });
    const later: Look = { ...look, certificates: [{ ...expiring, expiresMs: 1e12 }] };
    expect(alerts.take(judge.judge(later), 2).map(alertJson)).toMatchObject([{ state: "ended", since: "1e+300" }]);
  });
});
