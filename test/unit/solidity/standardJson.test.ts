import { expect, it } from "vitest";
import { compilerInput } from "../../../src/solidity/compile/standardJson";
import { emptyConsole, testSource } from "../../../src/solidity/fisco/solidityTexts";

const builtIn = ["fisco/Test.sol", "fisco/Vm.sol", "fisco/console.sol"] as const;
const settings = {
  optimizer: { enabled: true, runs: 200 },
  evmVersion: undefined,
  viaIR: false,
  remappings: [],
  metadata: undefined,
  libraries: {},
};

interface Input {
  readonly sources: Readonly<Record<string, { readonly content: string }>>;
  readonly settings: {
    readonly outputSelection: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;
  };
}

function inputOf(test: string, changed: Readonly<Record<string, string>> = {}): Input {
  const sources = new Map([
    ["test/A.t.sol", test],
    ...builtIn.map((name): [string, string] => [name, changed[name] ?? testSource(name) ?? ""]),
  ]);
  const wish = { kind: "contracts", sourceNames: ["test/A.t.sol"] } as const;
  return JSON.parse(compilerInput(sources, settings, "0.8.26", wish)) as Input;
}

const printerOf = (input: Input): string | undefined => input.sources["fisco/console.sol"]?.content;
const treesOf = ({ settings }: Input): string[] =>
  Object.entries(settings.outputSelection).flatMap(([name, wish]) => (wish[""]?.includes("ast") ? [name] : []));

it("leaves a compiler what no test uses of the built-in sources", () => {
  const input = inputOf('import "fisco/Test.sol"; contract A is Test { function test_A() public { vm.roll(2); } }');
  expect(printerOf(input)).toBe(emptyConsole);
  expect(treesOf(input).sort()).toEqual(["fisco/Test.sol", "test/A.t.sol"]);
});

it("gives all ways to print to who says console, and the structs of Vm to who says Vm", () => {
  const input = inputOf('import {Test, Vm, console} from "fisco/Test.sol"; contract A is Test {}');
  expect(printerOf(input)).toBe(testSource("fisco/console.sol"));
  expect(treesOf(input).sort()).toEqual(["fisco/Test.sol", "fisco/Vm.sol", "test/A.t.sol"]);
});

it("leaves a project's own sources of these names as they are", () => {
  const own = { "fisco/console.sol": "library printer {}", "fisco/Vm.sol": "interface Own {}" };
  const input = inputOf('import "fisco/Test.sol"; contract A is Test {}', own);
  expect(printerOf(input)).toBe("library printer {}");
  expect(treesOf(input).sort()).toEqual(["fisco/Test.sol", "fisco/Vm.sol", "fisco/console.sol", "test/A.t.sol"]);
});
