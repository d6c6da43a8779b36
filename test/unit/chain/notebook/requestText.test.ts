import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type NotebookRequest, readCell, requestLine } from "../../../../src/chain/notebook/requestText";
import { sqlAt, sqlLine } from "../../../../src/chain/notebook/sqlText";

/** Every request of a cell, with these values of its variables. */
const readRequests = (text: string, variables: (name: string) => string = (name) => `no ${name}`) =>
  readCell(text).map(({ line, name, request, expected }) => {
    const below = expected(variables);
    return {
      line,
      request: request(variables),
      ...(name === undefined ? {} : { name }),
      ...(below.length === 0 ? {} : { expected: below }),
    };
  });

const requests = (text: string): NotebookRequest[] => readRequests(text).map(({ request }) => request);
const codeOf = (text: string): unknown => {
  try {
    readRequests(text);
    return undefined;
  } catch (error) {
    const { code, details } = error as { code: string; details: { line: number } };
    return [code, details.line];
  }
};

describe("the requests of a notebook cell", () => {
  it("are read a line each", () => {
    expect(requests("rpc getBlockNumber\n\n# a remark\r\nrpc getBlockByNumber 12 true  # another\n")).toEqual([
      { kind: "rpc", method: "getBlockNumber", args: [] },
      { kind: "rpc", method: "getBlockByNumber", args: ["12", "true"] },
    ]);
    expect(readRequests("\n\nrpc getPeers")[0]?.line).toBe(2);
    expect(requests(" # nothing\n")).toEqual([]);
  });

  it("hold words together by quotes and brackets, over lines too", () => {
    expect(requests(`send /apps/Hello set "a \\"b\\" # c\\n" 'd "e"' --value "1 ether"`)).toEqual([
      { kind: "send", target: "/apps/Hello", function: "set", args: ['a "b" # c\n', 'd "e"'], value: "1 ether" },
    ]);
    expect(requests('call Kiosk find(uint64) [1,\n 2] {x: "]", y: (3)} \\\n -5\nrpc getPeers')).toEqual([
      { kind: "call", target: "Kiosk", function: "find(uint64)", args: ["[1,\n 2]", '{x: "]", y: (3)}', "-5"] },
      { kind: "rpc", method: "getPeers", args: [] },
    ]);
  });

  it("may be operations, where the nouns of the catalogue are known", () => {
    const [only] = readCell('made = node add-sealer $id --weight 2 "--no"', ["node"]);
    expect(only?.request(() => "--id")).toEqual({
      kind: "operation",
      noun: "node",
      verb: "add-sealer",
      line: 1,
      words: [
        { text: "--id", bare: false },
        { text: "--weight", bare: true },
        { text: "2", bare: true },
        { text: "--no", bare: false },
      ],
    });
    expect(only?.name).toBe("made");
    expect(requestLine(only?.request(() => "--id") as NotebookRequest)).toBe(
      'node add-sealer "--id" --weight 2 "--no"',
    );
    const refused = (text: string, nouns: readonly string[]) => {
      try {
        readCell(text, nouns);
        return undefined;
      } catch (error) {
        return (error as { code: string }).code;
      }
    };
    expect(refused("node", ["node"])).toBe("requestForm");
    expect(refused("node list-sealers", [])).toBe("requestKind");
    expect(refused('"node" list-sealers', ["node"])).toBe("requestKind");
    // a noun that is a kind stays that kind, and a name may be a noun
    expect(readCell("rpc methods", ["rpc"])[0]?.draft).toMatchObject({ kind: "rpc" });
    expect(readCell("node = rpc getPeers", ["node"])[0]).toMatchObject({ name: "node", draft: { kind: "rpc" } });
  });

  it("tell options from words", () => {
    const library = `0x${"ab".repeat(20)}`;
    expect(requests(`deploy Shop 5 --library a/B.sol:C=${library} -- --x "--y"`)).toEqual([
      { kind: "deploy", artifact: "Shop", args: ["5", "--x", "--y"], libraries: { "a/B.sol:C": library } },
    ]);
    expect(requests('send Hello set "--value"')).toEqual([
      { kind: "send", target: "Hello", function: "set", args: ["--value"] },
    ]);
    expect(requests("call 0x12 --data 0xab")).toEqual([{ kind: "call", target: "0x12", data: "0xab" }]);
  });

  it.each([
    ["rpc getPeers\nget x", ["requestKind", 2]],
    ["rpc", ["requestForm", 1]],
    ["call Hello", ["requestForm", 1]],
    ["call Hello get --data 0x", ["requestForm", 1]],
    ["deploy", ["requestForm", 1]],
    ["deploy A --library B=0x12", ["requestForm", 1]],
    ["call Hello get --value 1", ["requestOption", 1]],
    ["send Hello pay --value", ["requestOption", 1]],
    ['\nrpc call "abc', ["requestQuotes", 2]],
    ["rpc call 'abc'd", ["requestQuotes", 1]],
    ['rpc call "\\x"', ["requestQuotes", 1]],
    ["rpc call [1,\n2", ["requestBrackets", 1]],
    ["rpc call [1)", ["requestBrackets", 1]],
    ["expect 1", ["requestExpect", 1]],
    ["rpc getPeers\nx = expect 1", ["requestExpect", 2]],
    ["rpc getPeers\nexpect", ["requestForm", 2]],
    ["rpc getPeers\nexpect event", ["requestForm", 2]],
    ["rpc getPeers\nexpect atLeast 1 2", ["requestForm", 2]],
    ["x = y", ["requestKind", 1]],
  ])("say which line of %j is wrong", (text, expected) => {
    expect(codeOf(text)).toEqual(expected);
  });

  it("have names, accounts and expectations", () => {
    const values: Readonly<Record<string, string>> = { who: "0xab", row: "a b", "row.price[0]": "5" };
    const read = (text: string) => readRequests(text, (name) => values[name] ?? `no ${name}`);
    expect(read("x = call Shop of \"$who $$who\" $row [$row, $who] '$who' $row.price[0]. --from $who")).toEqual([
      {
        line: 0,
        name: "x",
        request: {
          kind: "call",
          target: "Shop",
          function: "of",
          args: ["0xab $who", "a b", '["a b", 0xab]', "$who", "5."],
          from: "0xab",
        },
      },
    ]);
    expect(
      read('send Shop sell --from a\nexpect 1 "not"\nexpect not $who\nexpect event Sold [1] x\nexpect revert'),
    ).toEqual([
      {
        line: 0,
        request: { kind: "send", target: "Shop", function: "sell", args: [], from: "a" },
        expected: [
          { line: 1, expectation: { kind: "value", values: ["1", "not"] } },
          { line: 2, expectation: { kind: "value", comparison: "not", values: ["0xab"] } },
          { line: 3, expectation: { kind: "event", name: "Sold", args: ["[1]", "x"] } },
          { line: 4, expectation: { kind: "revert" } },
        ],
      },
    ]);
  });

  it("take what a variable holds for no option", () => {
    expect(readRequests("send Shop set $x", () => "--from")[0]?.request).toMatchObject({ args: ["--from"] });
  });

  it("begin with a word that names no variable", () => {
    expect(requests("deploy = 3")).toEqual([{ kind: "deploy", artifact: "=", args: ["3"], libraries: {} }]);
  });

  it("are written so that they are read as the same", () => {
    const word = fc.oneof(
      fc.string({ unit: "binary", maxLength: 12 }),
      fc.constantFrom(
        "",
        "--",
        "--data",
        "#x",
        "[1, 2]",
        "[1",
        '{a: "]"}',
        "-5",
        "a b",
        "0x12",
        "f(uint256)",
        "\\",
        "$a",
        "$$",
        "[$a]",
      ),
    );
    const named = fc.oneof(
      fc.string({ minLength: 1, maxLength: 10 }),
      fc.constantFrom("A(])", "f(uint[])", "f((a,b)[2])"),
    );
    const args = fc.array(word, { maxLength: 4 });
    const value = fc.option(fc.constantFrom("1 ether", "5"), { nil: undefined });
    const request = fc.oneof(
      fc.record({ kind: fc.constant("rpc" as const), method: named, args }),
      fc.record({ kind: fc.constantFrom("call" as const), target: named, function: named, args }),
      fc.record({ kind: fc.constantFrom("send" as const), target: named, function: named, args, value }),
      fc.record({ kind: fc.constantFrom("send" as const), target: named, data: fc.constant("0xabcd"), value }),
      fc.record({
        kind: fc.constant("deploy" as const),
        artifact: named,
        args,
        libraries: fc.constantFrom({}, { "a b:C": `0x${"12".repeat(20)}` }),
      }),
    );
    fc.assert(
      fc.property(request, (each) => {
        // JSON leaves out what is undefined.
        expect(requests(requestLine(each as NotebookRequest))).toEqual([JSON.parse(JSON.stringify(each))]);
      }),
      { numRuns: 200 },
    );
  });
});

describe("SQL in a notebook", () => {
  it("goes on over lines up to a `;` that stands in no text, name or comment", () => {
    const cell = [
      "sql SELECT ';' AS \"a;b\", 1 -- not; the end",
      "  /* nor; here */ FROM blocks;",
      "expect 1",
      "rows = sql --bars SELECT 2",
    ].join("\n");
    expect(readRequests(cell)).toEqual([
      {
        line: 0,
        request: {
          kind: "sql",
          sql: "SELECT ';' AS \"a;b\", 1 -- not; the end\n  /* nor; here */ FROM blocks",
          parameters: {},
        },
        expected: [{ line: 2, expectation: { kind: "value", values: ["1"] } }],
      },
      { line: 3, name: "rows", request: { kind: "sql", sql: "SELECT 2", parameters: {}, chart: "bars" } },
    ]);
    expect(codeOf("rpc getPeers\nsql --line ;")).toEqual(["requestForm", 2]);
    expect(codeOf("sql")).toEqual(["requestForm", 1]);
  });

  it("takes variables as values, never as SQL", () => {
    const bad = "x'; DROP TABLE blocks; --";
    const [only] = readRequests(
      "sql SELECT '$a' FROM t WHERE a = $row.name[0] AND b = $row.name[0] AND c = $other",
      (name) => (name === "other" ? bad : `of ${name}`),
    );
    expect(only?.request).toEqual({
      kind: "sql",
      sql: "SELECT '$a' FROM t WHERE a = :value1 AND b = :value1 AND c = :value2",
      parameters: { value1: "of row.name[0]", value2: bad },
    });
  });

  it.each([
    ["SELECT 1", {}, "sql SELECT 1;"],
    ["-- who\nSELECT ':a', :a, :b, $c;\n", { a: "o'clock", b: 5 }, "sql \n-- who\nSELECT ':a', 'o''clock', 5, $c;"],
    ["SELECT 1 -- one", {}, "sql SELECT 1 -- one\n;"],
  ])("is written as a line: %s", (query, parameters, line) => {
    expect(sqlLine(query, parameters)).toBe(line);
    expect(readRequests(line)).toHaveLength(1);
  });

  it.each([
    ["sql SELECT| 1", " SELECT 1"],
    ["sql SELECT 1|", " SELECT 1"],
    ["sql SELECT 1;|", undefined],
    ["s|ql SELECT 1;", undefined],
    ["rpc getBlockNumber|\nsql SELECT 1;", undefined],
    ["rpc getBlockNumber\nrows = sql --line\nSELECT ';', |\n2;\nrpc x", "\nSELECT ';', \n2"],
    ["sql SELECT 1; \nsql SELECT|", " SELECT"],
    ["call sql |", undefined],
  ])("is found around a place of a cell: %s", (marked, sql) => {
    const cell = marked.replace("|", "");
    const found = sqlAt(cell, marked.indexOf("|"));
    expect(found && cell.slice(found.from, found.to)).toBe(sql);
  });
});
