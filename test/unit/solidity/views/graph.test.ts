import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { drawGraph } from "../../../../src/solidity/graph/drawGraph";
import { callGraph, type Graph, inheritanceGraph } from "../../../../src/solidity/graph/graph";
import { graphSvg } from "../../../../src/solidity/graph/svg";
import { SolidityWorkspace } from "../../../support/solidityWorkspace";

const source = `
interface IBank { function pay(uint256 a) external; }
library Maths { function half(uint256 a) internal pure returns (uint256) { return a / 2; } }
abstract contract Base is IBank { modifier checked() { check(); _; } function check() internal view {} }
contract Bank is Base {
    IBank other;
    constructor() { check(); }
    function pay(uint256 a) external checked { split(a); other.pay(Maths.half(a)); }
    function split(uint256 a) private { if (a > 1) split(a - 1); }
}
contract Alone {}
`;

let workspace: SolidityWorkspace;
beforeAll(() => {
  workspace = new SolidityWorkspace({ "A.sol": source });
});
afterAll(() => workspace.close());

async function found() {
  const read = await workspace.service.project(workspace.request("A.sol"), "around");
  if (!read) throw new Error("not there");
  return { ...read, contracts: read.file.items.filter(({ kind }) => kind === "contract") };
}

const named = ({ nodes, edges }: Graph): string[] => {
  const labels = new Map(nodes.map(({ id, label }) => [id, label]));
  return edges.map(({ from, to }) => `${labels.get(from)} → ${labels.get(to)}`).sort();
};

describe("a graph of a source", () => {
  it("tells who inherits from whom", async () => {
    const { project, contracts } = await found();
    const graph = inheritanceGraph(project, contracts);
    expect(named(graph)).toEqual(["Bank → Base", "Base → IBank"]);
    expect(graph.nodes.map(({ label, style }) => `${label} ${style}`).sort()).toEqual([
      "Alone contract",
      "Bank contract",
      "Base abstract",
      "IBank interface",
      "Maths library",
    ]);
  });

  it("tells who calls whom, by modifiers and across contracts", async () => {
    const { project, contracts } = await found();
    const bank = contracts.find(({ name }) => name.text === "Bank");
    const graph = callGraph(project, bank ?? (contracts[0] as never));
    expect(named(graph)).toEqual([
      "Bank.constructor → Base.check",
      "Bank.pay → Bank.split",
      "Bank.pay → Base.checked",
      "Bank.pay → IBank.pay",
      "Bank.pay → Maths.half",
      "Bank.split → Bank.split",
      "Base.checked → Base.check",
    ]);
  });

  it("is drawn in layers that overlap nowhere, as a picture that is complete by itself", async () => {
    const { project, contracts } = await found();
    const { boxes, width, height, lines } = drawGraph(inheritanceGraph(project, contracts));
    const y = new Map(boxes.map((box) => [box.label, box.y]));
    expect([y.get("Bank"), y.get("Base"), y.get("IBank")]).toEqual(
      [...[y.get("Bank"), y.get("Base"), y.get("IBank")]].sort((a = 0, b = 0) => a - b),
    );
    for (const box of boxes) {
      expect(box.x + box.width).toBeLessThanOrEqual(width);
      expect(box.y + box.height).toBeLessThanOrEqual(height);
      for (const other of boxes)
        if (other !== box && other.y === box.y)
          expect(Math.abs(other.x - box.x)).toBeGreaterThanOrEqual(Math.min(box.width, other.width));
    }
    expect(lines).toHaveLength(2);
    const svg = graphSvg(drawGraph(inheritanceGraph(project, contracts)), 'A <b> & "c"');
    expect(svg).toContain("<title>A &lt;b&gt; &amp; &quot;c&quot;</title>");
    expect(svg.match(/<rect /g)).toHaveLength(5);
  });

  it("goes on in the next row where boxes have no lines, so that a page shows all of them", async () => {
    const many = Array.from({ length: 30 }, (_, i) => `contract Single${i} {}`).join("\n");
    workspace.write("Singles.sol", many);
    const read = await workspace.service.project(workspace.request("Singles.sol"), "around");
    if (!read) throw new Error("not there");
    const { boxes, width, height } = drawGraph(inheritanceGraph(read.project, read.file.items));
    expect(width).toBeLessThanOrEqual(500);
    expect(new Set(boxes.map(({ x, y }) => `${x} ${y}`)).size).toBe(30);
    for (const box of boxes) expect(box.y + box.height).toBeLessThanOrEqual(height);
  });

  it("ends where it is too large", async () => {
    const many = Array.from({ length: 400 }, (_, i) => `contract C${i} ${i > 0 ? `is C${i - 1}` : ""} {}`).join("\n");
    workspace.write("Many.sol", many);
    const read = await workspace.service.project(workspace.request("Many.sol"), "around");
    if (!read) throw new Error("not there");
    const graph = inheritanceGraph(read.project, read.file.items);
    expect(graph.isCut).toBe(true);
    expect(graph.nodes).toHaveLength(300);
    expect(drawGraph(graph).boxes).toHaveLength(300);
  });
});
