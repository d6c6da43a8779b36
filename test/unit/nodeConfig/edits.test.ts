import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { AnalysisContext } from "../../../src/nodeConfig/analysis/analysisContext";
import { analyze } from "../../../src/nodeConfig/analysis/analyze";
import { type IniFileKind, parseDocument } from "../../../src/nodeConfig/document/iniDocument";
import { readAsNode } from "../../../src/nodeConfig/document/nodeReading";
import { acceptPeer, appendToList } from "../../../src/nodeConfig/edits/appendToList";
import { applyEdits } from "../../../src/nodeConfig/edits/fix";
import { fixAll, fixesFor } from "../../../src/nodeConfig/edits/fixesFor";
import { formatDocument } from "../../../src/nodeConfig/edits/formatDocument";
import { say } from "../../../src/text/catalogue";

const id = (digit: string): string => digit.repeat(128);
const context: AnalysisContext = { identityLength: 128 };

/** Titles of the fixes of every finding, safe ones with a star. */
function titles(text: string, given: AnalysisContext = context, kind: IniFileKind = "config"): string[] {
  const document = parseDocument(text, kind);
  return analyze(document, given).flatMap((finding) =>
    fixesFor(document, finding, given).map(({ title, safe }) => `${finding.rule}: ${say(title)}${safe ? " *" : ""}`),
  );
}

const mend = (text: string, given: AnalysisContext = context, kind: IniFileKind = "config"): string =>
  fixAll(parseDocument(text, kind), given);

describe("fix all", () => {
  it.each([
    ["strips 0x and lower-cases", `[cal]\ncal.0=0X${id("A")}\n`, `[cal]\ncal.0=${id("a")}\n`],
    [
      "removes a duplicate and closes the gap it leaves",
      `[cal]\ncal.0=${id("a")}\ncal.1=${id("A")}\ncal.2=${id("b")}`,
      `[cal]\ncal.0=${id("a")}\ncal.1=${id("b")}`,
    ],
    [
      "moves comments to their own line",
      "[p2p] ; network\n  listen_port=30301 # p2p\n",
      "; network\n[p2p]\n  # p2p\n  listen_port=30301\n",
    ],
    ["keeps CRLF when it adds a line", "[p2p]\r\nlisten_port=30301 ; x\r\n", "[p2p]\r\n; x\r\nlisten_port=30301\r\n"],
    ["writes booleans as the node reads them", "[rpc]\nreturn_input_params=Yes\n", "[rpc]\nreturn_input_params=true\n"],
    [
      "leaves a boolean it can only guess at",
      "[rpc]\nreturn_input_params=flase\n",
      "[rpc]\nreturn_input_params=flase\n",
    ],
    ["removes quotes", '[p2p]\nlisten_ip="0.0.0.0"\n', "[p2p]\nlisten_ip=0.0.0.0\n"],
    ["writes full-width digits in ASCII", "[p2p]\nlisten_port=３０３００\n", "[p2p]\nlisten_port=30300\n"],
    ["keeps the ID of a p2pNodeID of getPeers", `[cal]\ncal.0=04${id("a")}\n`, `[cal]\ncal.0=${id("a")}\n`],
    ["removes ideographic blanks", `[cal]\ncal.0=${id("a")}　\n`, `[cal]\ncal.0=${id("a")}\n`],
    ["mends a section header", "[p2p\nlisten_port=1025\n", "[p2p]\nlisten_port=1025\n"],
    [
      "turns comments of other languages into comments",
      "// ports\n[p2p]\nlisten_port=1025\n",
      ";// ports\n[p2p]\nlisten_port=1025\n",
    ],
    [
      "renumbers a repeated list key",
      `[cal]\ncal.0=${id("a")}\ncal.0=${id("b")}\n`,
      `[cal]\ncal.0=${id("a")}\ncal.1=${id("b")}\n`,
    ],
    ["removes a key repeated with the same value", "[p2p]\nsm_ssl=true\nsm_ssl=true\n", "[p2p]\nsm_ssl=true\n"],
    ["mends a list key", `[certificate_whitelist]\ncal_0=${id("a")}\n`, `[certificate_whitelist]\ncal.0=${id("a")}\n`],
    ["corrects the case of names", "[P2P]\nListen_Port=1025\n", "[p2p]\nlisten_port=1025\n"],
    ["removes the byte order mark", "\ufeff[p2p]\nlisten_port=1025\n", "[p2p]\nlisten_port=1025\n"],
    ["ends lines with LF", "[p2p]\rlisten_port=1025\r", "[p2p]\nlisten_port=1025\n"],
    [
      "takes an ID out of the whitelist when the blacklist has it",
      `[crl]\ncrl.0=${id("a")}\n[cal]\ncal.0=${id("a")}\ncal.1=${id("b")}\n`,
      `[crl]\ncrl.0=${id("a")}\n[cal]\ncal.0=${id("b")}\n`,
    ],
    [
      "but not when that would switch the whitelist off",
      `[crl]\ncrl.0=${id("a")}\n[cal]\ncal.0=${id("a")}\n`,
      `[crl]\ncrl.0=${id("a")}\n[cal]\ncal.0=${id("a")}\n`,
    ],
    ["removes colons between digits", `[cal]\ncal.0=${"ab:".repeat(63)}ab\n`, `[cal]\ncal.0=${"ab".repeat(64)}\n`],
    ["drops the switch that is overridden", "[rpc]\nenable_ssl=true\ndisable_ssl=true\n", "[rpc]\nenable_ssl=true\n"],
    ["cuts a port from an address", "[p2p]\nlisten_ip=127.0.0.1:30300\n", "[p2p]\nlisten_ip=127.0.0.1\n"],
  ])("%s", (_, before, after) => {
    expect(mend(before)).toBe(after);
  });

  it("mends any number of repeated list keys", () => {
    const entries = Array.from({ length: 60 }, (_, index) => `cal.0=${index.toString(16).padStart(128, "f")}\n`);
    const mended = mend(`[cal]\n${entries.join("")}`);
    expect(mended).toBe(`[cal]\n${entries.map((entry, index) => entry.replace("cal.0", `cal.${index}`)).join("")}`);
  });

  it("replaces consensus IDs by the TLS IDs of known nodes", () => {
    const tlsId = "9".repeat(512);
    const given: AnalysisContext = { identityLength: 512, nodes: [{ name: "node3", consensusId: id("c"), tlsId }] };
    expect(mend(`[cal]\ncal.0=${id("C")}\n`, given)).toBe(`[cal]\ncal.0=${tlsId}\n`);
    expect(titles(`[cal]\ncal.0=${id("c")}\n`, given)).toContain(
      "nodeid.consensusId: Replace with the TLS ID of node3 *",
    );
  });

  it("mends sealers of config.genesis", () => {
    expect(mend(`[consensus]\nnode.0=0x${id("a")}:1\n`, context, "genesis")).toBe(`[consensus]\nnode.0=${id("a")}:1\n`);
    expect(mend(`[consensus]\nnode.0=${id("a")} : 1\n`, context, "genesis")).toBe(
      `[consensus]\nnode.0=${id("a")}: 1\n`,
    );
  });

  it("settles, and adds nothing new to complain about", () => {
    const line = fc.constantFrom(
      "[p2p]",
      "[certificate_whitelist]",
      "[certificate_blacklist]",
      "[rpc] ; rpc",
      "listen_port=30301 ; x",
      "sm_ssl=TRUE",
      `cal.0=0x${id("a")}`,
      `cal.0=${id("A")}`,
      `cal.7=${id("b")}　`,
      `crl.0="${id("a")}"`,
      "// x",
      "[p2p",
      "Listen_IP=::1",
      "",
      "; 注释",
    );
    fc.assert(
      fc.property(fc.array(line, { maxLength: 10 }), (lines) => {
        const once = mend(lines.join("\n"));
        expect(mend(once)).toBe(once);
      }),
      { numRuns: 100 },
    );
  });
});

describe("fixes for a person to choose", () => {
  it("add the node's own ID behind the last entry", () => {
    const own = { name: "node0", smTlsId: id("d") };
    const document = parseDocument(`[cal]\n  cal.4=${id("a")}\n[crl]\n`);
    const finding = analyze(document, { ...context, own }).find(({ rule }) => rule === "nodeid.ownMissing");
    const [fix] = finding ? fixesFor(document, finding, { ...context, own }) : [];
    applyEdits(document, fix?.edits ?? []);
    expect(document.text).toBe(`[cal]\n  cal.4=${id("a")}\n  cal.5=${id("d")}\n[crl]\n`);
  });

  it("add the node's own ID also to a list of 2.x, which has the consensus ID", () => {
    const own = { name: "node0", consensusId: id("d"), smTlsId: id("e") };
    const document = parseDocument(`[rpc]\nchannel_listen_port=20200\n[cal]\ncal.0=${id("a")}\n`);
    const finding = analyze(document, { ...context, own }).find(({ rule }) => rule === "nodeid.ownMissing");
    const [fix] = finding ? fixesFor(document, finding, { ...context, own }) : [];
    applyEdits(document, fix?.edits ?? []);
    expect(document.text).toContain(`cal.1=${id("d")}\n`);
  });

  it("give a port that nothing else of the file opens", () => {
    const config = "[rpc]\nlisten_port=20200\ntars_rpc_port=20201\n[p2p]\nlisten_port=20200\n";
    expect(titles(config).filter((title) => title.startsWith("port."))).toEqual(["port.conflict: Set to 20202"]);
  });

  it("are offered where there is more than one answer", () => {
    expect(titles("[storage]\nenable_archive=true\n")).toEqual([
      "value.missing: Add archive_ip=127.0.0.1",
      "value.missing: Add archive_port=8181",
    ]);
    expect(titles("[p2p]\nlisten_prot=1\n")).toEqual([
      "ini.unknownKey: Rename to listen_port",
      "ini.unknownKey: Comment out this line",
    ]);
    expect(titles(`[certificate_whitelist]\ncal.0=${"a".repeat(512)}\n`)).toContain(
      "nodeid.length: Set the ID length to 512 for this workspace",
    );
    expect(titles("[sync]\ntree_width=65536\n")).toEqual([
      "value.range: Set to 65535",
      "value.range: Set to the default, 3",
    ]);
    expect(titles("[features]\nbugfix_revrt=1\n", context, "genesis")).toContain(
      "genesis.feature: Rename to bugfix_revert",
    );
  });

  it("merge a repeated section into the first, unless a key is in both", () => {
    const merged = (text: string): string | undefined => {
      const document = parseDocument(text);
      const [finding] = analyze(document, context).filter(({ rule }) => rule === "ini.duplicateSection");
      const [fix] = finding ? fixesFor(document, finding, context) : [];
      if (!fix) return undefined;
      applyEdits(document, fix.edits);
      expect(readAsNode(document)).toMatchObject({ accepted: true });
      return document.text;
    };
    expect(merged("[p2p]\n a=1\n\n[rpc]\n b=2\n[p2p]\n # 注释\n c=3\n\n[log]\n d=4\n")).toBe(
      "[p2p]\n a=1\n # 注释\n c=3\n\n[rpc]\n b=2\n[log]\n d=4\n",
    );
    expect(merged("[p2p]\r\na=1\r\n[rpc]\r\nb=2\r\n[p2p]\r\nc=3")).toBe("[p2p]\r\na=1\r\nc=3\r\n[rpc]\r\nb=2\r\n");
    expect(merged("[p2p]\na=1\n\n[p2p]\nb=2\n")).toBe("[p2p]\na=1\n\nb=2\n");
    expect(merged("[p2p]\na=1\n[rpc]\nb=2\n[p2p]\n")).toBe("[p2p]\na=1\n[rpc]\nb=2\n");
    expect(merged("[p2p]\na=1\n[rpc]\nb=2\n[p2p]\na=1\n")).toBeUndefined();
  });

  it("apply cleanly: each leaves a document equal to reading its text", () => {
    const text = `[p2p]\nlisten_port=80\nlisten_ip=localhost\n[storage]\nenable_archive=true\narchive_ip=0.0.0.0\n[certificate_whitelist]\ncal.3=${id("g")}\ncal.x=\n`;
    const document = parseDocument(text);
    let tried = 0;
    for (const finding of analyze(document, context)) {
      for (const { edits } of fixesFor(document, finding, context)) {
        tried++;
        const copy = parseDocument(text);
        applyEdits(copy, edits);
        expect(analyze(copy, context)).toEqual(analyze(parseDocument(copy.text), context));
      }
    }
    expect(tried).toBeGreaterThan(3);
  });
});

describe("formatting", () => {
  const format = (text: string): string => {
    const document = parseDocument(text);
    applyEdits(document, formatDocument(document));
    return document.text;
  };

  it("gives a file its usual shape", () => {
    expect(format("[ p2p ]  ; x  \nlisten_port = 1025\t\n\n\n\n  # 注释\n key=a = b")).toBe(
      "[p2p]  ; x\n    listen_port=1025\n\n    # 注释\n    key=a = b\n",
    );
    expect(format("[p2p]\r\n a=1\r\n")).toBe("[p2p]\r\n    a=1\r\n");
  });

  it("never changes what the node reads, and settles", () => {
    const piece = fc.constantFrom(
      "[",
      "]",
      "[a]",
      "=",
      "k=v",
      " ",
      "\t",
      "\n",
      "\n\n",
      "\r\n",
      "\r",
      ";",
      "#",
      "x",
      "　",
      "\ufeff",
      "cal.0=",
      "\v",
      "\f",
      "键",
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (parts) => {
        const text = parts.join("");
        const shaped = format(text);
        const [before, after] = [readAsNode(parseDocument(text)), readAsNode(parseDocument(shaped))];
        expect(after.accepted).toBe(before.accepted);
        if (before.accepted && after.accepted) expect(after.tree).toEqual(before.tree);
        if (!before.accepted && !after.accepted) expect(after.message).toBe(before.message);
        expect(format(shaped)).toBe(shaped);
      }),
      { numRuns: 200 },
    );
  });
});

describe("letting a peer in", () => {
  const peer = { name: "node1", smTlsId: "b".repeat(128), tlsId: "b".repeat(512) };
  const letIn = (text: string, nodeVersion = "3.16.4"): string => {
    const document = parseDocument(text);
    applyEdits(document, acceptPeer(document, { identityLength: 128, nodeVersion }, peer));
    return document.text;
  };
  const a = "a".repeat(128);
  const b = "b".repeat(128);

  it("takes it off the blacklist, and adds it to a whitelist that is on", () => {
    expect(letIn(`[certificate_blacklist]\ncrl.0=${b.toUpperCase()}\n[certificate_whitelist]\n  cal.0=${a}\n`)).toBe(
      `[certificate_blacklist]\n[certificate_whitelist]\n  cal.0=${a}\n  cal.1=${b}\n`,
    );
    expect(letIn(`[certificate_blacklist]\ncrl.0=${a}\ncrl.1=${b}\n`)).toBe(`[certificate_blacklist]\ncrl.0=${a}\n`);
  });

  it("changes nothing where the peer is accepted, where no list is read, and where its ID is not known", () => {
    for (const text of ["[certificate_whitelist]\n", `[certificate_whitelist]\ncal.0=${b}\n`])
      expect(letIn(text)).toBe(text);
    const closed = `[certificate_whitelist]\ncal.0=${a}\n`;
    expect(letIn(closed, "3.1.0")).toBe(closed);
    expect(acceptPeer(parseDocument(closed), { identityLength: 128 }, { name: "x" })).toEqual([]);
  });
});

describe("adding to a list", () => {
  const add = (text: string, ids: string[]): string => {
    const document = parseDocument(text);
    applyEdits(document, appendToList(document, context, "white", ids));
    return document.text;
  };

  it("writes after the last entry, with the next number, and nothing twice", () => {
    expect(add(`[cal]\n  cal.4=${id("a")}\n\n[p2p]\n`, [id("A"), id("b"), id("b")])).toBe(
      `[cal]\n  cal.4=${id("a")}\n  cal.5=${id("b")}\n\n[p2p]\n`,
    );
  });

  it("writes behind the comments of an empty section, or a section of its own", () => {
    expect(add("[certificate_whitelist]\n    ;cal.0=\n\n[rpc]\n", [id("a")])).toBe(
      `[certificate_whitelist]\n    ;cal.0=\n    cal.0=${id("a")}\n\n[rpc]\n`,
    );
    expect(add("[p2p]\na=1", [id("a")])).toBe(`[p2p]\na=1\n[certificate_whitelist]\n    cal.0=${id("a")}\n`);
  });
});
