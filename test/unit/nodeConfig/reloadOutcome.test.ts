import { describe, expect, it } from "vitest";
import { reloadOutcome } from "../../../src/nodeConfig/lists/reloadMethod";

const good =
  "info|2026-01-11 00:00:00.1|main-1|[Gateway::Signal]reload p2p connected nodes successfully,nodes count: =3\n";
const bad =
  "warning|2026-01-11 00:00:00.2|main-1|[Gateway::Signal]reload p2p connected nodes failed, e: config.ini(12): duplicate key name\n";
const other = "info|2026-01-11 00:00:00.3|main-1|[P2PService][Service][METRIC]heartBeat,connected count=3\n";

describe("what a node wrote about a reload", () => {
  it.each([
    ["nothing", other, undefined],
    ["that it was taken", other + good + other, { taken: true }],
    ["that it failed, and why", other + bad + other, { taken: false, why: "config.ini(12): duplicate key name" }],
    ["the last word of two", bad + good, { taken: true }],
    ["the last word of two, the other way", good + bad, { taken: false, why: "config.ini(12): duplicate key name" }],
    ["a line that is still being written", bad.slice(0, -6), { taken: false, why: "config.ini(12): duplicate key" }],
  ])("%s", (_, written, outcome) => {
    expect(reloadOutcome(written)).toEqual(outcome);
  });
});
