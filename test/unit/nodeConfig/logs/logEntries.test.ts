import { describe, expect, it } from "vitest";
import { fitsLog, mergedLogs, readLogEntries, wordsOfLog } from "../../../../src/nodeConfig/logs/logEntries";

const at = (second: number): string => `2026-01-11 00:00:0${second}.123456`;

describe("lines of a node's log", () => {
  it("have a level, a time and badges, with a thread (from 3.6 on) and without", () => {
    const [one, two, three] = readLogEntries(
      `info|${at(1)}|PBFT-12|[CONSENSUS][PBFT][METRIC]^^^^Report,sealer=0\nwarning|${at(2)}|[TXPOOL]a|b\r\nat\n\nfatal|soon|x`,
    );
    expect(one).toMatchObject({ level: "info", time: at(1), modules: ["CONSENSUS", "PBFT", "METRIC"] });
    expect(two).toMatchObject({ level: "warning", modules: ["TXPOOL"], text: `warning|${at(2)}|[TXPOOL]a|b\nat` });
    expect(three).toMatchObject({ level: "fatal", time: at(2), modules: [] });
  });

  it("are let through by the least level and by badges", () => {
    const [entry] = readLogEntries(`warning|${at(1)}|t|[A][B]x`);
    const [loose] = readLogEntries("no form");
    if (!entry || !loose) throw new Error("nothing was read");
    expect(fitsLog(entry, { min: "warning", modules: ["B"] })).toBe(true);
    expect(fitsLog(entry, { min: "error", modules: [] })).toBe(false);
    expect(fitsLog(entry, { modules: ["C"] })).toBe(false);
    expect([fitsLog(loose, { modules: [] }), fitsLog(loose, { min: "trace", modules: [] })]).toEqual([true, false]);
  });

  it("of several nodes stand by time, each behind its node, from where all were read", () => {
    const log = (name: string, cut: boolean, ...seconds: number[]) => ({
      name,
      cut,
      entries: readLogEntries(seconds.map((second) => `info|${at(second)}|t|${name}\nmore`).join("\n")),
    });
    expect(mergedLogs([log("n", false, 1, 3), log("node1", true, 2, 4)])).toBe(
      [
        `node1 | info|${at(2)}|t|node1`,
        "node1 | more",
        `n     | info|${at(3)}|t|n`,
        "n     | more",
        `node1 | info|${at(4)}|t|node1`,
        "node1 | more",
        "",
      ].join("\n"),
    );
    expect(mergedLogs([log("n", true, 1)])).toBe(`info|${at(1)}|t|n\nmore\n`);
    expect(mergedLogs([])).toBe("");
  });

  it("name what can be looked up: hashes, node IDs and their beginnings", () => {
    const [hash, node] = ["AB".repeat(32), "cd".repeat(64)];
    const found = wordsOfLog(
      `hash=${hash},0x${hash} id=${node},nodeId=00aa11bb...,committedIndex=20260111,at=12345678`,
    );
    expect(found.map(({ kind, text }) => [kind, text])).toEqual([
      ["hash", `0x${hash.toLowerCase()}`],
      ["hash", `0x${hash.toLowerCase()}`],
      ["nodeId", node],
      ["beginning", "00aa11bb"],
    ]);
  });
});
