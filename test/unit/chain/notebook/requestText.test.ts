import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type NotebookRequest, readRequests, requestLine } from "../../../../src/chain/notebook/requestText";

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
  ])("say which line of %j is wrong", (text, expected) => {
    expect(codeOf(text)).toEqual(expected);
  });

  it("are written so that they are read as the same", () => {
    const word = fc.oneof(
      fc.string({ unit: "binary", maxLength: 12 }),
      fc.constantFrom("", "--", "--data", "#x", "[1, 2]", "[1", '{a: "]"}', "-5", "a b", "0x12", "f(uint256)", "\\"),
    );
    const named = fc.string({ minLength: 1, maxLength: 10 });
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
