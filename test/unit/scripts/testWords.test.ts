import { describe, expect, it } from "vitest";
import { parseSource } from "../../../scripts/lint/sources";
import { staleWords } from "../../../scripts/lint/testWords";

const texts = [
  "Deployed {0} at {1} in block {2}",
  "{0} runs with the lists it had before.",
  "Enter the number of nodes",
  "Status",
  "Open Access Matrix",
  "节点 {0} 的 {1} 以退出码 {2} 结束",
  "Read-only connection: {name} signs nothing.",
];
const stale = (line: string): string[] =>
  staleWords(parseSource("test/ui/a.test.ts", line), texts).map((problem) => problem.replace(/^.*? says /, ""));

describe("words of tests", () => {
  it.each([
    "w.notification(/Deployed HelloWorld at 0x[0-9a-f]{40} in block 1/);",
    'w.notification("node0 runs with the lists it had before. node1 runs with the lists it had before.");',
    'w.command("FISCO BCOS: Open Access Matrix");',
    'w.answer(/Enter the number/, "some other words that are typed");',
    'page.getByText("节点 node1 的 start.sh 以退出码 3 结束");',
    'run("x", { texts: [[/Enter the number of nodes/, "anything that is typed there"]] });',
    "w.notification(/read-only connection: \\w+ signs/i);",
  ])("are those of a text of the product, with anything in place of what it is given: %s", (line) => {
    expect(stale(line)).toEqual([]);
  });

  it.each([
    ["w.notification(/Deployed HelloWorld to 0x[0-9a-f]{40} in block 1/);", '"Deployed HelloWorld to 0x"'],
    ['w.notification("node0 runs with the lists of before.");', '"node0 runs with the lists of before."'],
    ['w.command("FISCO BCOS: Show Access Matrix");', '"Show Access Matrix"'],
    [
      'const looks = [{ locale: "zh-cn", failed: "节点 node1 的 start.sh 已结束，退出码 3" }];',
      '"节点 node1 的 start.sh 已结束，退出码 3"',
    ],
    ['page.getByRole("button", { name: "Open Matrix of Access" });', '"Open Matrix of Access"'],
    ["run('x', { picks: [/Enter the count of nodes/] });", '"Enter the count of nodes"'],
  ])("are missed where the product has other words now: %s", (line, words) => {
    expect(stale(line)).toEqual([words]);
  });

  it.each([
    'w.command("View: Close All Editors");',
    'w.row("tx_count_limit");',
    'w.pick("set(string memory)");',
    'w.row("a node to ask"); make({ name: "a node to ask" });',
    "// words of solc\nw.quickFix(/Data location must be/);",
  ])("are left alone where they are nobody's of ours: %s", (line) => {
    expect(stale(line)).toEqual([]);
  });
});
