import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { signatureHelpAt } from "../../../../src/solidity/language/answers/signatureHelp";
import { builtInAt } from "../../../../src/solidity/language/builtInHelp";
import { completionAt } from "../../../../src/solidity/language/completion";
import { dialectOfPragmas } from "../../../../src/solidity/language/dialect";
import { SourceText } from "../../../../src/solidity/program/sourceText";
import { sayInEnglish } from "../../../../src/text/catalogue";
import { SolidityWorkspace } from "../../../support/solidityWorkspace";

let workspace: SolidityWorkspace;
beforeAll(() => {
  workspace = new SolidityWorkspace({});
});
afterAll(() => workspace.close());

/** A function body in which `|` is asked about. */
async function look(body: string) {
  const text = `pragma solidity ^0.8.20;\ninterface I { function g(uint a) external; }\ncontract A {\n  event E();\n  uint[] list; bytes raw;\n  function f(address who, I other) public {\n    ${body}\n  }\n}\n`;
  const offset = text.indexOf("|");
  workspace.write("A.sol", text.replace("|", ""));
  const found = await workspace.service.project(workspace.request("A.sol"), "around");
  if (!found) throw new Error("not there");
  return { ...found, offset, dialect: dialectOfPragmas(found.file) };
}

describe("what the language gives", () => {
  it.each([
    ["kecc|ak256(raw);", "keccak256(bytes memory data) returns (bytes32)", "SM3"],
    ["msg.sen|der;", "address msg.sender", "Who made this call"],
    ["block.time|stamp;", "uint256 block.timestamp", "milliseconds"],
    ["who.ca|ll(raw);", "call(bytes memory data) returns (bool success, bytes memory result)", "doesn't revert"],
    ["msg.sender.bal|ance;", "uint256 balance", "balance"],
    ["list.pu|sh(1);", "push()", "Adds"],
    ["raw.len|gth;", "uint256 length", "How many"],
    ["type(uint8).ma|x;", "max", "largest"],
    ["type(I).inter|faceId;", "bytes4 interfaceId", "ERC-165"],
    ["other.g.sel|ector;", "bytes4 selector", "first 4 bytes"],
    ["E.sel|ector;", "bytes32 selector", "topic"],
  ])("explains %s", async (body, code, about) => {
    const { project, file, offset } = await look(body);
    const found = builtInAt(project, file, offset);
    expect(found?.code[0]).toBe(code);
    expect(found?.about && sayInEnglish(found.about)).toContain(about);
  });

  it("is none that the source declares, and nothing unknown", async () => {
    for (const body of ["uint keccak256 = 1; kecc|ak256;", "other.g|(1);", "who.nothi|ng;", "constr|uctor;"]) {
      const { project, file, offset } = await look(body);
      expect(builtInAt(project, file, offset), body).toBeUndefined();
    }
  });

  it("is explained wherever completion offers it", async () => {
    for (const before of ["msg", "block", "tx", "abi", "who", "list", "raw", "E", "other.g", "type(I)", "type(A)"]) {
      const offered = await look(`${before}.|;`);
      const { proposals } = completionAt(offered);
      expect(proposals.length, before).toBeGreaterThan(0);
      for (const { label } of proposals) {
        const { project, file, offset } = await look(`${before}.|${label};`);
        expect(builtInAt(project, file, offset + 1), `${before}.${label}`).toBeDefined();
      }
    }
  });

  it("attached functions that take a place in storage are offered on what lies there alone", async () => {
    const text = (body: string): string =>
      `pragma solidity ^0.8.20;\nlibrary L { function put(uint[] storage to) internal {} function sum(uint[] memory of) internal {}\n function at(mapping(uint => uint) storage m, uint k) internal {} }\ncontract A { using L for *; uint[] list; mapping(uint => uint) map; struct S { uint[] items; } S s;\n  function f(uint[] memory copy, uint[] storage kept) internal { ${body} } }`;
    const offered = async (before: string): Promise<string[]> => {
      const source = text(`${before}.`);
      workspace.write("L.sol", source);
      const found = await workspace.service.project(workspace.request("L.sol"), "around");
      if (!found) throw new Error("not there");
      const offset = source.indexOf(`${before}. }`) + before.length + 1;
      const { proposals } = completionAt({ ...found, offset, dialect: dialectOfPragmas(found.file) });
      return proposals.map(({ label }) => label).filter((label) => ["put", "sum", "at"].includes(label));
    };
    for (const stored of ["list", "kept", "s.items"]) expect(await offered(stored), stored).toEqual(["put", "sum"]);
    expect(await offered("copy")).toEqual(["sum"]);
    expect(await offered("map")).toEqual(["at"]);
  });

  it("is offered with its type or parameters, and with what it is", async () => {
    const offered = async (before: string): Promise<string[]> =>
      completionAt(await look(`${before}.|;`)).proposals.map(({ label, kind, detail }) => `${kind} ${label} ${detail}`);
    expect(await offered("msg")).toEqual([
      "field sender address",
      "field value uint256",
      "field data bytes calldata",
      "field sig bytes4",
    ]);
    expect(await offered("who")).toContain("function send (uint256 amount) returns (bool success)");
    expect(await offered("list")).toEqual(["field length uint256", "function push (element)", "function pop ()"]);
    expect(await offered("bytes")).toEqual(["function concat (any values) returns (bytes memory)"]);
    expect(await offered("string")).toEqual(["function concat (any values) returns (string memory)"]);
    expect(await offered("type(uint8)")).toEqual(["field min uint8", "field max uint8"]);
    expect(await offered("type(I)")).toEqual(["field name string", "field interfaceId bytes4"]);
    expect(await offered("other.g")).toEqual(["field address address", "field selector bytes4"]);
    // what only old sources have isn't offered
    expect((await offered("block")).map((each) => each.split(" ")[1])).toEqual([
      "timestamp",
      "number",
      "chainid",
      "coinbase",
      "prevrandao",
      "basefee",
      "blobbasefee",
      "gaslimit",
    ]);
    const [sender] = completionAt(await look("msg.|;")).proposals;
    expect(sender?.documentation).toMatch(/^Who made this call/);
  });

  it("is shown while it is called, and what is called inside it", async () => {
    const help = async (body: string) => {
      const asked = await look(body);
      const found = signatureHelpAt(asked);
      const [first] = found?.signatures ?? [];
      const parameter = found && first?.parameters[found.parameter];
      return `${first?.label} ${parameter ? first?.label.slice(parameter.start, parameter.end) : "-"}`;
    };
    expect(await help("require(who != address(0), |);")).toBe(
      "require(bool condition, string memory message) string memory message",
    );
    expect(await help("abi.encode(1, 2, |);")).toBe("abi.encode(any values) returns (bytes memory) any values");
    expect(await help("keccak256(abi.encodePacked(|")).toBe(
      "abi.encodePacked(any values) returns (bytes memory) any values",
    );
    expect(await help("other.g(uint(keccak256(|)));")).toBe(
      "keccak256(bytes memory data) returns (bytes32) bytes memory data",
    );
    expect(await help("require(other.g(|));")).toBe("g(uint a) uint a");
    expect(await help("assembly { mstore(add(0, 4), |) }")).toBe("mstore(position, value) value");
    expect(await help("assembly { mstore(add(0, |), 4) }")).toBe("add(x, y) -> sum y");
    expect(await help("assembly { function g(a, b) -> c { } let d := g(1, | }")).toBe("g(a, b) -> c b");
    expect(await help("gasleft(|);")).toBe("gasleft() returns (uint256) -");
  });

  it("is told to an editor", async () => {
    const { file, offset } = await look("kecc|ak256(raw);");
    const position = new SourceText(file.text).positionOf(offset);
    const { hover } = await workspace.ask("hover", "A.sol", { kind: "hover", position });
    expect(hover).toMatchObject({
      code: "keccak256(bytes memory data) returns (bytes32)",
      natspec: [{ tag: "notice", text: "The chain's hash of data: Keccak-256, and SM3 on an SM chain." }],
    });
  });
});
