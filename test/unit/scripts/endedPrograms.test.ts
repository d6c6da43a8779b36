import { spawn } from "node:child_process";
import { expect, it, vi } from "vitest";
import { fromNetwork } from "../../../scripts/test/fromNetwork";
import { ended } from "../../../scripts/test/process";

it("a suite that leaves a program behind ends all the same, with its code and its words", async () => {
  const report = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const left = "process.on('SIGTERM', () => {}); setInterval(() => {}, 1000)";
  const program = `
    const { spawn } = require("node:child_process");
    const left = spawn(process.execPath, ["-e", ${JSON.stringify(left)}], { stdio: "inherit" });
    left.unref();
    process.stdout.write(String(left.pid) + "\\n", () => process.exit(3));`;
  const child = spawn(process.execPath, ["-e", program], { stdio: ["ignore", "pipe", "pipe"] });
  let message = "";
  child.stdout.on("data", (chunk: Buffer) => {
    message += chunk.toString();
  });
  try {
    expect(await ended(child, 100)).toBe(3);
    expect(report).toHaveBeenCalledWith(expect.stringContaining("something that it started has not"));
  } finally {
    process.kill(Number(message), "SIGKILL");
    report.mockRestore();
  }
});

it("a suite that ends with all that it started is waited for, whatever it prints", async () => {
  const report = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const child = spawn(process.execPath, ["-e", "process.stdout.write('x'.repeat(1e6))"], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  let length = 0;
  child.stdout.on("data", (chunk: Buffer) => {
    length += chunk.length;
  });
  expect([await ended(child), length]).toEqual([0, 1e6]);
  expect(report).not.toHaveBeenCalled();
  report.mockRestore();
});

it("what needs the network is tried three times, and no more once it has come", async () => {
  vi.spyOn(console, "log").mockImplementation(() => undefined);
  for (const [answers, came] of [
    [[true], true],
    [[false, true], true],
    [[false, false, false], false],
  ] as const) {
    const left = [...answers];
    expect(await fromNetwork("a registry", () => left.shift() ?? true, 1)).toBe(came);
    expect(left).toEqual([]);
  }
  vi.restoreAllMocks();
});
