import { expect, it } from "vitest";
import type { CompileProgress } from "../../../src/solidity/compile/compileRequest";
import { UnitProgress, unitsOf } from "../../../src/solidity/compile/units";

const sources = new Map(
  Array.from({ length: 100 }, (_, at) => [`${String(at).padStart(2, "0")}.sol`, { content: "x".repeat(at + 1) }]),
);
const files = [...sources.keys()].map((name) => ({ name, closure: [name], sources }));
const names = (units: readonly (readonly { readonly name: string }[])[]) =>
  units.map((unit) => unit.map(({ name }) => name));

it("by way of the intermediate language each file is compiled by itself, the largest first", () => {
  const units = unitsOf(files.slice(0, 5), { viaIR: true, parallel: 1 });
  expect(names(units)).toEqual([["04.sol"], ["03.sol"], ["02.sol"], ["01.sol"], ["00.sol"]]);
  // no more of them than can be kept apart
  const many = unitsOf(files, { viaIR: true, parallel: 4 });
  expect(many).toHaveLength(64);
  expect(many.flat()).toHaveLength(100);
});

it("without it few files stay together, and many share the processors", () => {
  expect(unitsOf(files.slice(0, 20), { viaIR: false, parallel: 4 })).toHaveLength(1);
  expect(unitsOf(files, { viaIR: false, parallel: 1 })).toHaveLength(1);
  const units = unitsOf(files, { viaIR: false, parallel: 4 });
  expect(units.map(({ length }) => length)).toEqual([25, 25, 25, 25]);
  expect(names(units)[0]?.[0]).toBe("75.sol");
  expect(unitsOf([], { viaIR: true, parallel: 4 }).flat()).toEqual([]);
});

it("tells what compilers are at, and how much is done", async () => {
  const events: CompileProgress[] = [];
  const progress = new UnitProgress(3, (event) => events.push(event));
  const [a, b] = [files.slice(0, 1), files.slice(1, 3)];
  let end = (): void => undefined;
  const first = progress.during("0.8.30", a, () => new Promise<void>((resolve) => (end = resolve)));
  await progress.during("0.8.30", b, () => Promise.resolve());
  end();
  await first;
  const seen = events.flatMap((event) =>
    event.kind === "compiling"
      ? [[event.done, event.files, event.running.map(({ name, files: count }) => `${name} ${count}`)]]
      : [],
  );
  expect(seen).toEqual([
    [0, 3, ["00.sol 1"]],
    [0, 3, ["00.sol 1", "01.sol 2"]],
    [2, 3, ["00.sol 1"]],
    [3, 3, []],
  ]);
});
