import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { ProgressLine } from "../../../src/cli/output/progressLine";

const terminal = process.stderr.isTTY;
let lines: string[];
beforeEach(() => {
  lines = [];
  vi.useFakeTimers({ toFake: ["performance"] });
  vi.spyOn(console, "error").mockImplementation((line: unknown) => void lines.push(String(line)));
  vi.spyOn(process.stderr, "write").mockImplementation((piece) => lines.push(String(piece)) > 0);
});
afterEach(() => {
  process.stderr.isTTY = terminal;
  vi.useRealTimers();
  vi.restoreAllMocks();
});

it("is one line of a terminal, and a line now and then in a log, where no other was written", () => {
  process.stderr.isTTY = true;
  const onTerminal = new ProgressLine();
  onTerminal.show("1 of 3");
  onTerminal.show("2 of 3");
  expect(lines.map((line) => line.slice(-6))).toEqual(["1 of 3", "2 of 3"]);

  lines = [];
  process.stderr.isTTY = false;
  const inLog = new ProgressLine();
  inLog.show("at once");
  vi.advanceTimersByTime(20_000);
  inLog.show("1 of 3");
  vi.advanceTimersByTime(15_000);
  inLog.written();
  vi.advanceTimersByTime(15_000);
  inLog.show("too soon");
  vi.advanceTimersByTime(5000);
  inLog.show("3 of 3");
  expect(lines).toEqual(["1 of 3", "3 of 3"]);
});
