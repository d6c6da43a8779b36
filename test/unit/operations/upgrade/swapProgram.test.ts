import { describe, expect, it } from "vitest";
import {
  ProgramSwap,
  type SeenNode,
  type SwapEnd,
  type SwapMachine,
  type SwapNode,
} from "../../../../src/operations/upgrade/swapProgram";
import { englishAfterEach, useSources } from "../../../support/chinese";
import { FakeClock } from "../../../support/fakeClock";

englishAfterEach();

const node = (index: number, more: Partial<SwapNode> = {}): SwapNode => ({
  nodeId: String(index).repeat(128),
  name: `node${index}`,
  folder: `/chain/node${index}`,
  program: "/chain/fisco-bcos",
  seals: true,
  ...more,
});

const limits = { scriptMs: 10_000, readyMs: 60_000, sealMs: 20_000, stepMs: 1000 };

/** Four nodes of one host: which program lies in the place, and which of them run with which. */
class FakeHost implements SwapMachine {
  inPlace = "old";
  staged = false;
  readonly running = new Map<string, string>();
  readonly done: string[] = [];
  /** What goes wrong, by the step. */
  wrong: Partial<Record<"stage" | "place" | "stop" | "stopNew" | "start" | "dies", string>> = {};
  seen: Partial<SeenNode> | undefined = {};
  onStart: (name: string) => void = () => undefined;

  constructor() {
    for (const index of [0, 1, 2, 3]) this.running.set(`node${index}`, "old");
  }

  release = async (): Promise<string | undefined> => "3.17.1";
  stage = async () => {
    if (this.inPlace === "new") return;
    if (this.wrong.stage !== undefined) throw new Error(this.wrong.stage);
    this.staged = true;
  };
  discard = async () => {
    this.staged = false;
  };
  place = async () => {
    if (this.wrong.place !== undefined) throw new Error(this.wrong.place);
    this.inPlace = "new";
    this.staged = false;
  };
  takeBack = async () => {
    this.staged = false;
    this.inPlace = "old";
  };
  stop = async ({ name }: SwapNode) => {
    this.done.push(`stop ${name}`);
    if (this.running.get(name) === "old" ? this.wrong.stop === name : this.wrong.stopNew === name) return false;
    this.running.delete(name);
    return true;
  };
  start = async ({ name }: SwapNode) => {
    this.done.push(`start ${name} ${this.inPlace}`);
    if (this.inPlace === "new" && this.wrong.start === name) return false;
    if (this.inPlace === "old" || this.wrong.dies !== name) this.running.set(name, this.inPlace);
    this.onStart(name);
    return true;
  };
  kill = async ({ name }: SwapNode) => {
    this.done.push(`kill ${name}`);
    this.running.delete(name);
  };
  isThere = async ({ name }: SwapNode) => this.running.has(name);
  begins = async () => undefined;
  sees = async ({ name }: SwapNode) =>
    this.seen && {
      release: this.running.get(name) === "new" ? "3.17.1" : "3.16.4",
      reachable: true,
      behind: 0,
      sealed: true,
      ...this.seen,
    };
}

async function swap(host: FakeHost, batches: readonly (readonly SwapNode[])[], signal?: AbortSignal): Promise<SwapEnd> {
  const clock = new FakeClock();
  let end: SwapEnd | undefined;
  const run = new ProgramSwap(host, { to: "3.17.1", limits, clock, signal }).run(batches.map((nodes) => ({ nodes })));
  void run.then((found) => {
    end = found;
  });
  for (let step = 0; step < 1000 && end === undefined; step++) await clock.pass(1000);
  return run;
}

const one = [[node(0)], [node(1)]];
const allOld = (host: FakeHost) =>
  [...host.running].every(([, program]) => program === "old") && host.running.size === 4;

describe("the swap of programs, node by node", () => {
  it("stops one, puts the new program in, starts it, and goes on when it makes blocks again", async () => {
    const host = new FakeHost();
    expect(await swap(host, one)).toEqual({ kind: "done", swapped: ["node0", "node1"], unproven: [] });
    expect(host.done).toEqual(["stop node0", "start node0 new", "stop node1", "start node1 new"]);
    expect(host.inPlace).toBe("new");
  });

  it("says of which sealers no block was seen where none was made", async () => {
    const host = new FakeHost();
    host.seen = { sealed: undefined };
    expect(await swap(host, [[node(0)], [node(1, { seals: false })]])).toMatchObject({
      kind: "done",
      unproven: ["node0"],
    });
  });

  it("stops all of a batch before the first is started", async () => {
    const host = new FakeHost();
    await swap(host, [[node(2), node(3)]]);
    expect(host.done).toEqual(["stop node2", "stop node3", "start node2 new", "start node3 new"]);
  });
});

/** Makes a host go wrong. */
const spoiled =
  (more: Partial<Pick<FakeHost, "wrong" | "seen">>) =>
  (host: FakeHost): void => {
    Object.assign(host, more);
  };

const failures: readonly [what: string, spoil: (host: FakeHost) => void, why: RegExp][] = [
  ["a new program that dies at once", spoiled({ wrong: { dies: "node0" } }), /doesn't start with the new program/],
  ["a start.sh that fails", spoiled({ wrong: { start: "node0" } }), /doesn't start with the new program/],
  [
    "a new program that dies after its start",
    (host) => {
      host.seen = { behind: 500 };
      host.sees = async () => {
        host.running.delete("node0");
        return undefined;
      };
    },
    /node0 has ended with the new program/,
  ],
  ["a node that never catches up", spoiled({ seen: { behind: 500 } }), /it is 500 blocks behind/],
  ["a node that its group doesn't reach", spoiled({ seen: { reachable: false } }), /can't reach it/],
  ["a chain that says nothing of it", spoiled({ seen: undefined }), /says nothing of node0/],
  ["another program than was meant", spoiled({ seen: { release: "3.16.5" } }), /runs 3\.16\.5, not 3\.17\.1/],
  ["a sealer that no longer seals", spoiled({ seen: { sealed: false } }), /Blocks are made without node0/],
  ["a program that can't be put in its place", spoiled({ wrong: { place: "EACCES" } }), /EACCES/],
  [
    "an error that no one foresaw",
    (host) => {
      host.sees = async () => {
        throw new TypeError("这不是函数 isn't a function");
      };
    },
    /isn't a function/,
  ],
  [
    "a new program that doesn't stop any more",
    (host) => {
      host.seen = { behind: 500 };
      host.wrong.stopNew = "node0";
    },
    /500 blocks behind/,
  ],
];

describe("the old program comes back after", () => {
  it.each(failures)("%s", async (_, spoil, why) => {
    const host = new FakeHost();
    spoil(host);
    const end = await swap(host, one);
    expect(end).toMatchObject({ kind: "takenBack", swapped: [], batch: ["node0"], down: [] });
    expect("why" in end && end.why).toMatch(why);
    expect([host.inPlace, host.staged, allOld(host)]).toEqual(["old", false, true]);
    expect(host.done).not.toContain("stop node1");
  });

  it("being canceled in the midst", async () => {
    const host = new FakeHost();
    const stop = new AbortController();
    host.seen = { behind: 500 };
    host.onStart = () => stop.abort();
    expect(await swap(host, one, stop.signal)).toMatchObject({ kind: "takenBack", why: "Canceled.", down: [] });
    expect([host.inPlace, allOld(host)]).toEqual(["old", true]);
  });

  it("the second node fails, whose host's first one goes on with the new one", async () => {
    const host = new FakeHost();
    host.wrong.dies = "node1";
    expect(await swap(host, one)).toMatchObject({ kind: "takenBack", swapped: ["node0"], batch: ["node1"], down: [] });
    expect([...host.running]).toContainEqual(["node0", "new"]);
    expect([...host.running]).toContainEqual(["node1", "old"]);
  });

  it("and says who doesn't run with it either", async () => {
    const host = new FakeHost();
    host.wrong.dies = "node0";
    host.start = async ({ name }) => {
      host.done.push(`start ${name}`);
      return true;
    };
    expect(await swap(host, one)).toMatchObject({ kind: "takenBack", down: ["node0"] });
  });
});

describe("nothing is changed", () => {
  it.each([
    ["a full disk", spoiled({ wrong: { stage: "ENOSPC: no space left on device" } }), /ENOSPC/, []],
    ["a node that doesn't stop", spoiled({ wrong: { stop: "node0" } }), /didn't stop/, ["stop node0"]],
  ])("by %s", async (_, spoil, why, done) => {
    const host = new FakeHost();
    spoil(host);
    expect(await swap(host, one)).toMatchObject({ kind: "stopped", swapped: [], why: expect.stringMatching(why) });
    expect([host.inPlace, host.staged, allOld(host), host.done]).toEqual(["old", false, true, done]);
  });

  it("of nodes that were stopped with one that doesn't stop: they are started again", async () => {
    const host = new FakeHost();
    host.wrong.stop = "node3";
    expect(await swap(host, [[node(2), node(3)]])).toMatchObject({ kind: "takenBack", down: [] });
    expect([host.inPlace, allOld(host)]).toEqual(["old", true]);
  });

  it("of what comes behind a cancellation", async () => {
    const host = new FakeHost();
    const stop = new AbortController();
    stop.abort();
    expect(await swap(host, one, stop.signal)).toMatchObject({ kind: "stopped", swapped: [] });
    expect(host.done).toEqual([]);
  });
});

it("says in Chinese why it ended", async () => {
  useSources("zh-cn");
  for (const [, spoil] of failures) {
    const host = new FakeHost();
    spoil(host);
    const end = await swap(host, one);
    expect("why" in end && end.why).toMatch(/\p{Script=Han}/u);
  }
});
