import { describe, expect, it } from "vitest";
import { readParameters } from "../../../src/chain/abi/abiType";
import { withStraightQuotes } from "../../../src/chain/abi/typedQuotes";
import { readCell } from "../../../src/chain/notebook/requestText";
import { parseSql } from "../../../src/chain/services/table/sql/parseSql";
import { ChainError } from "../../../src/errors/chainError";
import { analyze } from "../../../src/nodeConfig/analysis/analyze";
import { parseDocument } from "../../../src/nodeConfig/document/iniDocument";
import { applyEdits } from "../../../src/nodeConfig/edits/fix";
import { fixesFor } from "../../../src/nodeConfig/edits/fixesFor";
import { say } from "../../../src/text/catalogue";
import { halfWidthValue, readFullWidth, withoutCurlyQuotes, writings } from "../../../src/text/halfWidth";
import { readParts } from "../../../src/yaml/readYaml";

/** Code and what is offered instead, where it is refused. */
function refusal(run: () => unknown): { code: unknown; converted: unknown } | undefined {
  try {
    run();
    return undefined;
  } catch (error) {
    if (!(error instanceof ChainError)) throw error;
    return { code: error.code, converted: error.details["converted"] };
  }
}

describe("SQL from a Chinese keyboard", () => {
  it.each([
    [
      "insert into t_c (id, name) values (“C003”, ‘茶，“绿”’)",
      "insert into t_c (id, name) values (\"C003\", '茶，“绿”')",
    ],
    ["select * from t_c where id = “C001”", 'select * from t_c where id = "C001"'],
    ["select * from t_c where id ＝ 'C001'；", "select * from t_c where id = 'C001';"],
    ["insert into t_c （id，name） values （'1'，'a'）", "insert into t_c (id,name) values ('1','a')"],
    ["update t_c set name = “他说\"好\"” where id = '1'", 'update t_c set name = "他说""好""" where id = \'1\''],
  ])("%s is refused, and offered as it was meant", (statement, converted) => {
    expect(refusal(() => parseSql(statement))).toEqual({ code: "sqlFullWidth", converted });
    expect(refusal(() => parseSql(converted))).toBeUndefined();
  });

  it("leaves punctuation in texts alone", () => {
    const statement = "insert into t_c (id, name) values ('“C003”', \"你好，世界；（一）＝“二”\")";
    expect(parseSql(statement)).toMatchObject({ kind: "insert" });
    expect(JSON.stringify(parseSql(statement))).toContain("“C003”");
    expect(JSON.stringify(parseSql(statement))).toContain("你好，世界；（一）＝“二”");
  });
});

describe("arguments from a Chinese keyboard", () => {
  const [text] = readParameters([{ name: "to", type: "string" }], "f");
  const [list] = readParameters([{ name: "names", type: "string[]" }], "f");
  const [number] = readParameters([{ name: "n", type: "uint8" }], "f");
  if (!text || !list || !number) throw new Error("no parameters");
  const straight = (parameter: typeof text, value: unknown): unknown => withStraightQuotes([parameter], [value])[0];

  it.each([
    ["“C003”", "C003"],
    ["‘C003’", "C003"],
    ["＂C003＂", "C003"],
  ])("a text that is %s as a whole isn't taken as it is", (typed, converted) => {
    expect(refusal(() => straight(text, typed))).toEqual({ code: "argumentFullWidth", converted });
  });

  it.each(["他说“好”，（真的）；＝", "“一”和“二”", "it’s", "", "“", "你好。"])("the text %s stays", (typed) => {
    expect(straight(text, typed)).toBe(typed);
  });

  it("takes curly quotes that are wanted", () => {
    expect(straight(text, '"“C003”"')).toBe("“C003”");
    expect(straight(text, '"C003"')).toBe('"C003"');
    expect(straight(list, '["“C003”", "你好，（世界）"]')).toBe('["“C003”", "你好，（世界）"]');
    expect(straight(list, ["a", '"“b”"'])).toEqual(["a", "“b”"]);
  });

  it("refuses lists whose signs are full-width, and offers them", () => {
    expect(refusal(() => straight(list, "［“a”，“b”］"))).toEqual({
      code: "argumentFullWidth",
      converted: '["a","b"]',
    });
    expect(refusal(() => straight(list, ["a", "“b”"]))).toEqual({ code: "argumentFullWidth", converted: "b" });
    expect(refusal(() => straight(number, "“5”"))).toEqual({ code: "argumentFullWidth", converted: '"5"' });
  });
});

describe("notebooks and scenarios from a Chinese keyboard", () => {
  it.each([
    ["send shop set “你好 世界”", 'send shop set "你好 世界"'.slice("send shop set ".length)],
    ["send shop set [“a”，“b”]", '["a","b"]'],
  ])("%s is refused", (line, converted) => {
    expect(refusal(() => readCell(line))).toEqual({ code: "requestFullWidth", converted });
  });
  it("leaves quoted words and words with quotes inside alone", () => {
    expect(readCell('send shop set "“你好”，世界" 他说“好”')).toHaveLength(1);
  });

  it("complains of a plain scalar in curly quotes, at its place", () => {
    const { complaints } = readParts(
      "steps:\n  - send: shop.set\n    args: [“C003”, '“C004”', 他说“好”]\n",
      "a.chain.yaml",
    );
    expect(complaints.map(({ place: position, message }) => [position.line, position.column, say(message)])).toEqual([
      [3, 12, '“ is a full-width quote, and would be a part of the text. Write "C003".'],
    ]);
  });
});

describe("config.ini from a Chinese keyboard", () => {
  const offered = (line: string): string[] => {
    const source = `[p2p]\n${line}\n`;
    const context = { identityLength: "auto" as const };
    const document = parseDocument(source);
    const findings = analyze(document, context).filter(({ range }) => range.startLine === 1);
    return findings.flatMap((finding) =>
      fixesFor(document, finding, context).map(({ title, edits }) => {
        const copy = parseDocument(source);
        applyEdits(copy, edits);
        return `${say(title)}: ${copy.lines[1]?.text}`;
      }),
    );
  };

  it.each([
    ["listen_port＝30300", "listen_port=30300"],
    ["listen_port=３０３００", "listen_port=30300"],
    ["　listen_ip＝“0.0.0.0”", ' listen_ip="0.0.0.0"'],
    ["［rpc］", "[rpc]"],
  ])("%s can be converted", (line, converted) => {
    expect(offered(line)).toContain(`Convert to Half-Width: ${converted}`);
  });

  it.each(["；listen_ip=0.0.0.0", "；备注：没有等号", "＃ listen_port=1"])("the comment %s stays a comment", (line) => {
    const marks: Readonly<Record<string, string>> = { "；": ";", "＃": "#" };
    const fixes = offered(line);
    expect(fixes.length).toBeGreaterThan(0);
    expect(new Set(fixes)).toEqual(new Set([`Convert to Half-Width: ${marks[line[0] ?? ""]}${line.slice(1)}`]));
  });

  it("offers nothing for a value or a comment that may have any character", () => {
    expect(offered("; 备注：（一）；＝")).toEqual([]);
    expect(offered("nodes_path=./节点（一）").filter((fix) => fix.startsWith("Convert"))).toEqual([]);
  });
});

describe("Solidity from a Chinese keyboard", () => {
  it("is converted outside of texts and remarks", () => {
    const source = `contract A {
  string s = “你好，\\\\世界”； // 备注；（一）
  string t = "“引用”；"; /* ＝ */
  function f（uint a，uint b） public ｛｝
}`;
    expect(readFullWidth(source, writings.solidity).converted).toBe(`contract A {
  string s = "你好，\\\\\\\\世界"; // 备注；（一）
  string t = "“引用”；"; /* ＝ */
  function f(uint a,uint b) public {}
}`);
    expect(readFullWidth('contract A { string t = "，"; } // ；', writings.solidity).first).toBeUndefined();
  });
});

it("knows when quotes stand around all of a text", () => {
  expect(withoutCurlyQuotes("“a”")).toBe("a");
  expect(withoutCurlyQuotes("“”")).toBe("");
  for (const text of ["“a", "a”", "“a” b", "“a”“b”", "", "“"]) expect(withoutCurlyQuotes(text)).toBeUndefined();
});

it("offers for a single value what was meant by it, and nothing where Chinese signs are right", () => {
  const meant = { "“茶”": "茶", "‘a，b’": "a，b", "１２": "12", "ｔｅａ，２": "tea,2", "＞　5": "> 5" };
  for (const [text, converted] of Object.entries(meant)) expect(halfWidthValue(text)).toBe(converted);
  for (const text of ["", "12", '"tea"', "茶", "第７，项", "é，", "“a”“茶”"])
    expect(halfWidthValue(text)).toBeUndefined();
});
