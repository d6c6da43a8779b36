import { describe, expect, it } from "vitest";
import { heightInLog } from "../../../src/nodeConfig/nodeFolder";

describe("what the log of a node says", () => {
  it("gives the last height it reports, with or without the thread of the line", () => {
    const older =
      "info|2026-01-11 09:00:01.000001|[CONSENSUS][PBFT][METRIC]^^^^^^^^Report,sealer=0,txs=1,committedIndex=11,consNum=12\n";
    const newer =
      "info|2026-01-11 09:00:02.000001|PBFT-7|[CONSENSUS][PBFT][METRIC]^^^^^^^^Report,committedIndex=12,consNum=13\n";
    expect(heightInLog(older)).toEqual({ height: 11n, at: "2026-01-11 09:00:01" });
    expect(heightInLog(`${older}${newer}info|2026-01-11 09:00:03.0|x|[TXPOOL]committedIndex=99\n`)).toEqual({
      height: 12n,
      at: "2026-01-11 09:00:02",
    });
    // The first line of a part is cut anywhere.
    expect(heightInLog(newer.slice(10))).toBeUndefined();
    expect(heightInLog("")).toBeUndefined();
  });
});
