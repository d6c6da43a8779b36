import { afterEach, describe, expect, it } from "vitest";
import { type GroupHealth, HealthMemory } from "../../../../src/chain/health/groupHealth";
import { troubleSentence, troublesOf, wellText } from "../../../../src/chain/health/groupTroubles";
import { storyOf } from "../../../../src/chain/health/story";
import { useTimeZone } from "../../../../src/text/formats";

afterEach(() => useTimeZone(undefined));

const well: GroupHealth = {
  reachableWeight: 4,
  neededWeight: 3,
  totalWeight: 4,
  reachableSealers: 4,
  totalSealers: 4,
  unreachable: [],
  behind: [],
  ownLag: 0,
  changingView: false,
  changes: 0,
  view: 1,
  height: 178,
  waiting: 0,
  standsMs: 0,
  answerMs: 5,
};
const gone = ["aa", "bb"].map((id) => id.repeat(64));
const names: Readonly<Record<string, string>> = { [gone[0] ?? ""]: "node2", [gone[1] ?? ""]: "node3" };
const lines = (health: GroupHealth): string[] => troublesOf(health, (id) => names[id]).map(({ line }) => line);
const stopped = { ...well, reachableWeight: 2, reachableSealers: 2, unreachable: gone };
const at = Date.parse("2026-11-28T17:09:35Z");

describe("what is wrong with a group, in words", () => {
  it("is nothing when it is well, and says what that rests on", () => {
    expect(lines(well)).toEqual([]);
    useTimeZone("UTC");
    expect(storyOf([], wellText({ ...well, lastBlockMs: at }))).toEqual({
      state: "well",
      headline: expect.stringMatching(/^Nothing is wrong: 4 of 4 sealers reachable \(last block .*5:09:35 PM.*\)$/),
      advice: "",
    });
  });

  it("tells of a chain that stands though all are reachable", () => {
    const [trouble, ...more] = troublesOf({ ...well, waiting: 5, standsMs: 75_000 });
    expect(more).toEqual([]);
    expect(trouble && troubleSentence(trouble)).toBe(
      "No new blocks: transactions wait in the pool (5) at height 178, though enough sealers are reachable. Check the logs and clocks of the sealers, and restart those that hang.",
    );
  });

  it("counts sealers where each weighs one, and names those that are missing", () => {
    expect(
      storyOf(
        troublesOf(stopped, (id) => names[id]),
        "",
      ),
    ).toEqual({
      state: "stopped",
      headline: "No new blocks: 2 of 4 sealers reachable; needed: 3",
      advice: "Start these nodes or check their network: node2, node3. Blocks then come again automatically.",
    });
  });

  it("does not take weight for a count of sealers", () => {
    const health = { ...well, reachableWeight: 3, totalWeight: 8, neededWeight: 6, reachableSealers: 3 };
    expect(lines(health)).toEqual(["no new blocks: 3 of 4 sealers reachable, with weight 3 of 8; needed: 6"]);
  });

  it("says since when: of what waits, by the last block; else since it was seen", () => {
    useTimeZone("UTC");
    const [line = ""] = lines({ ...stopped, waiting: 3, lastBlockMs: at, since: { stopped: at + 5000 } });
    expect(line).toMatch(/^no new blocks since .*5:09:35 PM.*: 2 of 4 sealers reachable; needed: 3$/);
    const [idle = ""] = lines({ ...stopped, lastBlockMs: at, since: { stopped: at + 5000 } });
    expect(idle).toMatch(/^no new blocks since .*5:09:40 PM.*: 2 of 4/);
  });
});

describe("what was wrong at the first look already", () => {
  const sentences = (health: GroupHealth): string[] => troublesOf(health, (id) => names[id]).map(troubleSentence);
  const firstLook = (health: GroupHealth): GroupHealth => new HealthMemory().follow(health, at + 60_000);

  it("was so before, since the block that is told", () => {
    useTimeZone("UTC");
    const away = { ...well, reachableSealers: 3, reachableWeight: 3, unreachable: gone.slice(0, 1) };
    const [line = ""] = sentences(firstLook({ ...away, lastSealedMs: { [gone[0] ?? ""]: at } }));
    expect(line).toMatch(
      /^1 node not reachable \(node2\)\. It was so before this look\. The last block that node2 sealed: .*5:09:35 PM UTC\. Start/,
    );
    expect(sentences(firstLook(away))[0]).toMatch(/\(node2\)\. It was so before this look\. Start/);
    const [idle = ""] = sentences(firstLook({ ...stopped, lastBlockMs: at }));
    expect(idle).toMatch(
      /needed: 3\. It was so before this look\. The last block: .*5:09:35 PM UTC\. Start these nodes/,
    );
    // what waits would have made a block
    expect(sentences(firstLook({ ...stopped, lastBlockMs: at, waiting: 1 }))[0]).not.toContain("before this look");
  });

  it("isn't what came while someone looked, nor told of a single look", () => {
    const memory = new HealthMemory();
    memory.follow(well, at);
    expect(sentences(memory.follow(stopped, at + 1000)).join()).not.toContain("before this look");
    expect(sentences(stopped).join()).not.toContain("before this look");
  });
});

describe("what looks one after the other tell", () => {
  it("since when something is wrong: not where it was so at the first look", () => {
    const memory = new HealthMemory();
    expect(memory.follow(well, at).since).toEqual({});
    expect(memory.follow(stopped, at + 1000).since).toEqual({ stopped: at + 1000, unreachable: at + 1000 });
    expect(memory.follow(stopped, at + 9000).since).toEqual({ stopped: at + 1000, unreachable: at + 1000 });
    expect(memory.follow(well, at + 9500).since).toEqual({});
    expect(new HealthMemory().follow(stopped, at).since).toEqual({});
  });

  it("a change of the leader that doesn't go on is none", () => {
    const memory = new HealthMemory();
    const changing = { ...well, changingView: true, changes: 1 };
    expect(memory.follow(changing, at).changingView).toBe(true);
    expect(memory.follow(changing, at + 60_000).changingView).toBe(false);
    expect(memory.follow({ ...changing, view: 2 }, at + 61_000).changingView).toBe(true);
  });
});
