import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SourceText } from "../../../../src/solidity/program/sourceText";
import { SolidityWorkspace } from "../../../support/solidityWorkspace";

let solidity: SolidityWorkspace;
beforeAll(() => {
  solidity = new SolidityWorkspace({
    "Other.sol": "pragma solidity ^0.8.0;\nlibrary Far { event Gone(); error Bad(); }\n",
  });
});
afterAll(() => solidity.close());

const around = (member: string, body: string, head: string): string => `pragma solidity ^0.8.20;
import * as M from "./Other.sol";
interface IBank { event Paid(uint256 amount); }
library Lib { error Late(); function twice(uint256[] storage list) internal {} function half(uint256 x) internal {} }
struct Bill { address payer; uint256[] parts; }
error Small(uint256 least);
abstract contract Base { event Begun(); error Closed(); enum State { Open } modifier only() { _; } function done() public virtual {} }
contract Bank is Base${head} {
    uint256[] list; bytes raw; uint256 total; mapping(address => Bill) bills; uint256 constant MOST = 7; Bill[] all;
    ${member}
    function copy() internal pure returns (uint256[] memory) {}
    function kept() internal view returns (uint256[] storage) { return list; }
    function f(uint256[] memory given, bytes calldata data, Bill memory bill) public {
        Bill storage here = bills[msg.sender]; uint256[] memory made = given; uint256[] storage there = list;
        ${body}
    }
}
`;

/** What is proposed where \`|\` stands. */
async function proposed(place: { member?: string; body?: string; head?: string }, name = "A.sol"): Promise<string[]> {
  const marked = around(place.member ?? "", place.body ?? "", place.head ?? "");
  const offset = marked.indexOf("|");
  const text = marked.replace("|", "");
  const position = new SourceText(text).positionOf(offset);
  const answer = await solidity.ask("completion", name, { kind: "completion", position }, { [name]: text });
  return answer.proposals.map(({ label }) => label);
}
const inBody = (body: string): Promise<string[]> => proposed({ body });

describe("only what may stand there is proposed", () => {
  it.each([
    ["emit |", ["Begun", "Base", "Bank", "IBank", "M"]],
    ["emit Beg|;", ["Begun", "Base", "Bank", "IBank", "M"]],
    ["emit IBank.|;", ["Paid"]],
    ["emit M.|;", ["Far"]],
    ["revert |", ["Closed", "Small", "Lib", "Base", "Bank", "M"]],
    ["revert Lib.|", ["Late"]],
    ["try this.done() {} catch |", ["Error", "Panic"]],
    ["uint256 x = 2 |", ["wei", "gwei", "ether", "seconds", "minutes", "hours", "days", "weeks"]],
    ["Bill memory |", []],
    ["bill = Bill({|})", ["parts", "payer"]],
    ["bill = Bill({payer: msg.sender, |})", ["parts"]],
    ["this.done{|}()", ["gas", "value"]],
    ["new Bank{|}()", ["salt", "value"]],
  ])("%s", async (body, names) => {
    expect((await inBody(body)).sort()).toEqual([...names].sort());
  });

  it("behind new, is, override, and using", async () => {
    const made = await inBody("new |");
    expect(made).toEqual(expect.arrayContaining(["Bank", "Bill", "State", "bytes", "uint256"]));
    for (const none of ["total", "copy", "Begun", "msg", "if"]) expect(made).not.toContain(none);
    expect((await proposed({ head: ", |" })).sort()).toEqual(["Base", "IBank", "M"]);
    expect(await proposed({ member: "function done() public override(|) {}" })).toEqual(["M", "Base"].reverse());
    expect((await proposed({ member: "using |" })).sort()).toEqual(["Lib", "M"]);
    expect(await proposed({ member: "using Lib for |" })).toContain("Bill");
    expect(await proposed({ member: "using Lib for |" })).not.toContain("list");
    expect(await proposed({ member: "using Lib |" })).toEqual(["for"]);
    expect(await proposed({ member: "type Price |" })).toEqual(["is"]);
    expect(await proposed({ member: "enum Kind { One, | }" })).toEqual([]);
    expect(await proposed({ member: "type Price is |" })).not.toContain("Bill");
  });

  it("where types, declarations, and words of a function stand", async () => {
    const parameter = await proposed({ member: "function g(uint256 x, |) public {}" });
    expect(parameter).toEqual(expect.arrayContaining(["Bill", "IBank", "address", "mapping"]));
    expect(parameter).not.toContain("total");
    expect(await proposed({ member: "struct S { | }" })).not.toContain("total");
    const member = await proposed({ member: "| " });
    expect(member).toEqual(expect.arrayContaining(["event", "function", "Bill", "uint256"]));
    for (const none of ["total", "emit", "msg", "require"]) expect(member).not.toContain(none);
    const head = await proposed({ member: "function g() | {}" });
    expect(head).toEqual(expect.arrayContaining(["external", "returns", "only"]));
    expect(head).not.toContain("total");
    expect(await proposed({ member: "function done() public override | {}" })).toContain("returns");
    expect(await proposed({ member: "Bill public |;" })).not.toContain("total");
    expect(await proposed({ member: "uint256[] |;" })).not.toContain("total");
    expect(await proposed({ member: "function |" })).toEqual([]);
    expect(await proposed({ member: "uint256 |;" })).toContain("immutable");
    expect(await inBody("uint256 x = |")).toEqual(expect.arrayContaining(["total", "msg", "copy"]));
    expect(await inBody("f(given, |")).toContain("total");
    expect(await inBody("for |")).toContain("total");
  });
});

it("what stands in a comment before is none of the code", async () => {
  expect(await inBody("// This is a comment.\n |")).toContain("total");
  expect(await proposed({ member: "/// A comment, too.\n |" })).toContain("function");
  expect(await inBody("list /* its length. */ . |;")).toContain("push");
});

it("push and pop are members of lists in storage alone", async () => {
  for (const stored of [
    "list",
    "there",
    "raw",
    "all",
    "here.parts",
    "bills[msg.sender].parts",
    "kept()",
    "all.push().parts",
  ])
    expect(await inBody(`${stored}.|;`), stored).toEqual(expect.arrayContaining(["length", "push", "pop"]));
  for (const copied of ["given", "data", "made", "bill.parts", "copy()", "msg.data", "abi.encode(1)"])
    expect(await inBody(`${copied}.|;`), copied).toEqual(["length"]);
});

describe("inline assembly", () => {
  const assembly = (body: string): Promise<string[]> => inBody(`uint256 small = 1; assembly { ${body} }`);
  it("has its own functions and variables, and those of Solidity", async () => {
    const found = await assembly(
      "function twice(x) -> y { y := mul(x, 2) } let a := 1 { let b := 2 let c := |  let d := 1 }",
    );
    const wanted = ["twice", "a", "b", "mload", "sload", "small", "given", "data.offset", "data.length", "here.slot"];
    expect(found).toEqual(expect.arrayContaining([...wanted, "total.slot", "total.offset", "MOST", "let", "mcopy"]));
    for (const none of ["d", "x", "total", "data", "copy", "emit", "msg", "require", "Bill"])
      expect(found).not.toContain(none);
    const inside = await assembly("let a := 1 function g(p) -> q { q := | } function h() {}");
    expect(inside).toEqual(expect.arrayContaining(["p", "q", "g", "h", "total.slot"]));
    for (const none of ["a", "small", "here.slot"]) expect(inside).not.toContain(none);
    expect(await assembly("let |")).toEqual([]);
    expect(await assembly("function g(|)")).toEqual([]);
  });

  it("has parts of variables behind a dot", async () => {
    for (const stored of ["total", "here", "bills", "list"])
      expect(await assembly(`let a := ${stored}.|`)).toEqual(["slot", "offset"]);
    expect(await assembly("let a := data.|")).toEqual(["offset", "length"]);
    for (const none of ["small", "given", "MOST", "nowhere"]) expect(await assembly(`let a := ${none}.|`)).toEqual([]);
  });

  it("has instructions of the machine that the source is compiled for", async () => {
    const text = "pragma solidity ^0.8.20;\ncontract A { function f() public { assembly { let a := 1 } } }\n";
    const position = new SourceText(text).positionOf(text.indexOf("1 }"));
    const labels = async (evmVersion: string): Promise<string[]> => {
      const request = { ...solidity.request("B.sol", { "B.sol": text }), evmVersion };
      const answer = await solidity.service.ask(request, { kind: "completion", position });
      return answer.kind === "completion" ? answer.proposals.map(({ label }) => label) : [];
    };
    expect(await labels("cancun")).toEqual(expect.arrayContaining(["mcopy", "tload", "prevrandao", "blobhash"]));
    const london = await labels("london");
    expect(london).toContain("difficulty");
    for (const none of ["mcopy", "tload", "prevrandao", "clz"]) expect(london).not.toContain(none);
  });

  it("is explained", async () => {
    const text =
      "pragma solidity ^0.8.20;\ncontract A { function f() public { assembly { let a := timestamp() mstore(0, a) } } }\n";
    const hover = async (word: string) => {
      const position = new SourceText(text).positionOf(text.indexOf(word) + 2);
      return (await solidity.ask("hover", "C.sol", { kind: "hover", position }, { "C.sol": text })).hover;
    };
    expect(await hover("timestamp")).toMatchObject({ code: "timestamp() -> time", natspec: [{ tag: "notice" }] });
    expect(await hover("mstore")).toMatchObject({ code: "mstore(position, value)", natspec: [] });
  });
});

it("the release is the one that compiling takes: the project's settings, the person's, and what imports allow", async () => {
  const text = "pragma solidity >=0.6.0;\nimport './Old.sol';\ncontract A { function f() public { if (true) } }\n";
  const position = new SourceText(text).positionOf(text.indexOf("if (true)") + 9);
  const isOld = async (file: string, more: { compiler?: string } = {}): Promise<boolean> => {
    const request = { ...solidity.request(file, { [file]: text }), ...more };
    const answer = await solidity.service.ask(request, { kind: "completion", position });
    return answer.kind === "completion" && !answer.proposals.some(({ label }) => label === "unchecked");
  };
  solidity.write("old/Old.sol", "pragma solidity ^0.7.0;\n");
  solidity.write("forge/foundry.toml", '[profile.default]\nsrc = "."\nsolc = "0.7.6"\n');
  for (const folder of ["plain", "forge", "old"]) solidity.write(`${folder}/A.sol`, text);
  expect(await isOld("plain/A.sol")).toBe(false);
  expect(await isOld("forge/A.sol")).toBe(true);
  expect(await isOld("old/A.sol")).toBe(true);
  expect(await isOld("plain/A.sol", { compiler: "0.7.6" })).toBe(true);
});
