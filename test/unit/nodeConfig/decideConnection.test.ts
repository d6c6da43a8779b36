import { describe, expect, it } from "vitest";
import { readAccessLists } from "../../../src/nodeConfig/analysis/accessLists";
import { resolveEvaluation } from "../../../src/nodeConfig/analysis/evaluation";
import { identityOfP2pNodeId } from "../../../src/nodeConfig/analysis/peerIdentity";
import { parseDocument } from "../../../src/nodeConfig/document/iniDocument";
import { accessMatrix, type Reach } from "../../../src/nodeConfig/lists/accessMatrix";
import { decideConnection, explainDecision } from "../../../src/nodeConfig/lists/decideConnection";
import { reloadMethod } from "../../../src/nodeConfig/lists/reloadMethod";
import { say } from "../../../src/text/catalogue";

const ids = ["a".repeat(128), "b".repeat(128), "c".repeat(128)];
const malformed = "0xabc";
const context = { identityLength: 128 as const };
const nodes = [0, 1, 2];

/** A list as a set of members 0 to 2, with 3 standing for a malformed entry. */
type ListBits = number;
const allLists: ListBits[] = Array.from({ length: 16 }, (_, bits) => bits);

function listText(section: string, prefix: string, bits: ListBits): string {
  const values = [...ids, malformed].filter((_, index) => bits & (1 << index));
  return values.length === 0
    ? ""
    : `[${section}]\n${values.map((value, index) => `${prefix}${index}=${value}`).join("\n")}\n`;
}

function config(black: ListBits, white: ListBits): string {
  return listText("certificate_blacklist", "crl.", black) + listText("certificate_whitelist", "cal.", white);
}

/** The rule in one line: refused when blacklisted, else accepted when whitelisted or when no valid whitelist entry exists. */
function model(black: ListBits, white: ListBits, peer: number): boolean {
  const member = 1 << peer;
  return (black & member) === 0 && ((white & 7) === 0 || (white & member) !== 0);
}

describe("the decision", () => {
  it("agrees with the rule for every pair of lists over three nodes and a malformed entry", () => {
    let cases = 0;
    for (const black of allLists) {
      for (const white of allLists) {
        const lists = readAccessLists(parseDocument(config(black, white)), context);
        for (const peer of nodes) {
          for (const moment of ["handshake", "reload"] as const) {
            const decision = decideConnection(lists, ids[peer] ?? "", moment);
            expect(decision.accepted, `black ${black} white ${white} peer ${peer}`).toBe(model(black, white, peer));
            expect(decision.entry?.value ?? ids[peer]).toBe(ids[peer]);
            cases++;
          }
        }
      }
    }
    expect(cases).toBe(16 * 16 * 3 * 2);
  });

  it("names the line that decides, and tells an empty whitelist from one whose entries are all dropped", () => {
    const decide = (text: string, peer: number) =>
      decideConnection(readAccessLists(parseDocument(text), context), ids[peer] ?? "");
    expect(decide(config(1, 3), 0)).toMatchObject({ reason: "blacklisted", line: 1 });
    expect(decide(config(0, 3), 1)).toMatchObject({ reason: "whitelisted", line: 2 });
    expect(decide(config(0, 3), 2)).toMatchObject({ reason: "notWhitelisted", line: 0 });
    expect(decide(config(0, 8), 2)).toMatchObject({ accepted: true, reason: "whitelistOff", line: 0 });
    expect(decide("[p2p]\nlisten_port=1\n", 2)).toMatchObject({
      accepted: true,
      reason: "noWhitelist",
      line: undefined,
    });
  });

  it("knows which releases have lists, and what an empty one means there", () => {
    const decide = (text: string, nodeVersion: string) => {
      const { accepted, reason } = decideConnection(
        readAccessLists(parseDocument(text), { identityLength: 128, nodeVersion }),
        ids[2] ?? "",
      );
      return `${accepted} ${reason}`;
    };
    const whitelist = config(0, 3);
    const blacklist = config(4, 0);
    for (const version of ["3.0.0", "3.1.1"]) {
      expect(decide(whitelist, version)).toBe("true noLists");
      expect(decide(blacklist, version)).toBe("true noLists");
    }
    for (const version of ["2.9.1", "3.2.0", "3.4.0", "3.16.4"]) {
      expect(decide(whitelist, version)).toBe("false notWhitelisted");
      expect(decide(blacklist, version)).toBe("false blacklisted");
      // Empty is off, not closed.
      expect(decide("[certificate_whitelist]\n", version)).toBe("true noWhitelist");
      expect(decide(config(0, 8), version)).toBe("true whitelistOff");
    }
  });

  it("compares 128 digits at the handshake and all of them at a reload", () => {
    const right = "d".repeat(512);
    const wrongTail = `${"d".repeat(128)}${"e".repeat(384)}`;
    const lists = readAccessLists(parseDocument(`[certificate_whitelist]\ncal.0=${wrongTail}`), {
      identityLength: 512,
    });
    expect(decideConnection(lists, right, "handshake")).toMatchObject({ accepted: true, wrongTail: true });
    expect(decideConnection(lists, right, "reload")).toMatchObject({ accepted: false });
  });
});

describe("what is said of a decision", () => {
  it("tells that an entry with a wrong end holds only until the next reload", () => {
    const identity = "a".repeat(512);
    const lists = (value: string) =>
      readAccessLists(parseDocument(`[certificate_whitelist]\ncal.0=${value}\n`), { identityLength: 512 });
    const messageOf = (value: string): string => say(explainDecision(decideConnection(lists(value), identity)));
    expect(messageOf(identity)).toBe("Accepted: cal.0 in the whitelist names it.");
    expect(messageOf(`${"a".repeat(511)}b`)).toMatch(/^Accepted until the next reload: cal\.0 .* first 128 digits/);
    expect(messageOf(`${"a".repeat(127)}${"b".repeat(385)}`)).toMatch(/^Refused/);
  });
});

describe("the access matrix", () => {
  /** Every node with every whitelist over the others; the expected reach by brute force over all paths. */
  it("agrees with a brute-force model for all list configurations of three nodes", () => {
    const whites = Array.from({ length: 8 }, (_, bits) => bits);
    for (const routing of [true, false]) {
      for (const first of whites) {
        for (const second of whites) {
          for (const third of whites) {
            for (const blackOfFirst of [0, 2, 4]) {
              const lists = [
                { black: blackOfFirst, white: first },
                { black: 0, white: second },
                { black: 0, white: third },
              ];
              const rows = accessMatrix(
                lists.map(({ black, white }, index) => ({
                  node: { name: `node${index}`, smTlsId: ids[index] ?? "" },
                  document: parseDocument(
                    `[p2p]\nsm_ssl=true\nenable_rip_protocol=${routing}\n${config(black, white)}`,
                  ),
                  context,
                })),
              );
              const accepts = (a: number, b: number): boolean => model(lists[a]?.black ?? 0, lists[a]?.white ?? 0, b);
              const linked = (a: number, b: number): boolean => accepts(a, b) && accepts(b, a);
              for (const a of nodes) {
                for (const b of nodes.filter((other) => other !== a)) {
                  const c = 3 - a - b;
                  const expected: Reach = linked(a, b)
                    ? "direct"
                    : routing && linked(a, c) && linked(c, b)
                      ? "neighbour"
                      : "none";
                  const cell = rows[a]?.cells[b];
                  if (cell?.reach !== expected || cell.decision?.accepted !== accepts(a, b)) {
                    expect.fail(`routing ${routing}, lists ${JSON.stringify(lists)}, ${a} to ${b}: ${cell?.reach}`);
                  }
                  if (expected === "neighbour" && cell.through !== c) expect.fail("another neighbour was named");
                }
              }
            }
          }
        }
      }
    }
  });

  it("says why nodes of different TLS reach each other nowhere", () => {
    const rows = accessMatrix(
      ["[p2p]\nsm_ssl=true\n", "[p2p]\n"].map((text, index) => ({
        node: { name: `node${index}`, smTlsId: ids[index] ?? "" },
        document: parseDocument(text),
        context,
      })),
    );
    const [cell, back] = [rows[0]?.cells[1], rows[1]?.cells[0]];
    expect([cell?.reach, cell?.decision?.reason, cell?.decision?.line]).toEqual(["none", "otherTls", 1]);
    expect([back?.reach, back?.decision?.reason, back?.decision?.line]).toEqual(["none", "otherTls", 0]);
    expect(cell?.decision && say(explainDecision(cell.decision))).toMatch(/SM TLS/);
  });

  it("tells from a running node who is direct, behind a neighbour, and gone", () => {
    const rows = accessMatrix(
      ids.map((smTlsId, index) => ({
        node: { name: `node${index}`, smTlsId },
        document: parseDocument("[p2p]\nsm_ssl=true\n"),
        context,
        ...(index === 0 ? { seen: { direct: [ids[1] ?? ""], routed: [] } } : {}),
      })),
    );
    expect(rows[0]?.cells.map((cell) => cell?.now)).toEqual([undefined, "direct", "none"]);
    expect(rows[1]?.cells[0]?.now).toBeUndefined();
  });
});

describe("identities and reloading", () => {
  it("reads the identity out of what getPeers reports", () => {
    const digits = "ab".repeat(256);
    expect(identityOfP2pNodeId(`3082010a0282010100${digits}0203010001`)).toBe(digits);
    expect(identityOfP2pNodeId(`04${"cd".repeat(64)}`)).toBe("cd".repeat(64));
    expect(identityOfP2pNodeId("zz")).toBeUndefined();
    expect(identityOfP2pNodeId("abcd")).toBeUndefined();
  });

  it("knows how each release takes changed lists", () => {
    const of = (text: string, nodeVersion?: string) =>
      resolveEvaluation(parseDocument(text), { ...context, ...(nodeVersion === undefined ? {} : { nodeVersion }) });
    expect(reloadMethod(of("", "2.11.0"))).toBe("script");
    expect(reloadMethod(of("", "2.11.0"), "black")).toBe("restart");
    expect(reloadMethod(of("", "3.3.0"))).toBe("restart");
    expect(reloadMethod(of("", "3.4.0"))).toBe("signal");
    expect(reloadMethod(of("[service]\n[p2p]\n", "3.16.4"))).toBe("restart");
    // no release is known, but the keys are those of 2.x
    expect(reloadMethod(of("[rpc]\nchannel_listen_port=20200\n"))).toBe("script");
  });
});
