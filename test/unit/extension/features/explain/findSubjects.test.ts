import { describe, expect, it } from "vitest";
import { findSubjects } from "../../../../../src/extension/features/explain/explain";

const hash = "ab".repeat(32);
const nodeId = "cd".repeat(64);

describe("what of a text can be explained", () => {
  it("tells hashes, addresses and node IDs by their length", () => {
    const address = `0x${"EF".repeat(20)}`;
    expect(findSubjects(`node ${nodeId} sent 0x${hash} to ${address}`)).toEqual([
      { kind: "nodeId", text: nodeId },
      { kind: "hash", text: `0x${hash}` },
      { kind: "address", text: address.toLowerCase() },
    ]);
  });

  it("takes a hash of a log, which has no 0x", () => {
    expect(findSubjects(`txHash=${hash}`)).toEqual([{ kind: "hash", text: `0x${hash}` }]);
  });

  it("finds negative return codes and error names", () => {
    expect(findSubjects("code -50000: PermissionDenied, status 18")).toEqual([
      { kind: "code", code: -50000 },
      { kind: "code", code: 18 },
      { kind: "name", name: "PermissionDenied" },
    ]);
  });

  it("finds nothing in plain words, dates and versions", () => {
    expect(findSubjects("the node said no at 3.16.4")).toEqual([]);
  });

  it("takes dates and times of a log line for no codes, and the code beside them for one", () => {
    expect(findSubjects("error|2026-01-02 10:11:12.123|commit failed, code: -70007")).toEqual([
      { kind: "code", code: -70007 },
    ]);
  });

  it("finds selectors, and the output of a revert as a whole", () => {
    const output = `0x08c379a0${"00".repeat(31)}20${"00".repeat(31)}02${"6e6f".padEnd(64, "0")}`;
    expect(findSubjects(`call 0x4ed3885e gave ${output}`)).toEqual([
      { kind: "revert", text: output },
      { kind: "selector", text: "0x4ed3885e" },
    ]);
  });

  it("finds a selector with its values as a whole", () => {
    const data = `0x4ed3885e${"00".repeat(32)}${"AB".repeat(32)}`;
    expect(findSubjects(`input ${data}, hash ${hash}`)).toEqual([
      { kind: "data", text: data.toLowerCase() },
      { kind: "hash", text: `0x${hash}` },
    ]);
  });
});
