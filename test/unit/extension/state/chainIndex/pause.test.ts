import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { EventEmitter } from "vscode";
import { ChainIndexes } from "../../../../../src/extension/state/chainIndex/chainIndexes";
import { host } from "../../../../support/fakeVscode/fakeHost";

let folder: string;
beforeEach(() => {
  host.reset();
  host.desk = { workspace: { isTrusted: true } };
  folder = mkdtempSync(join(tmpdir(), "chainside-pause-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it("an index that is paused while it is being read again stays paused", async () => {
  const file = join(folder, "silent.cjs");
  writeFileSync(file, "setInterval(() => undefined, 1000);");
  const stored = new Map<string, unknown>();
  const memory = {
    get: (key: string, otherwise: unknown) => stored.get(key) ?? otherwise,
    update: async (key: string, value: unknown) => void stored.set(key, value),
  };
  const contracts = new EventEmitter<string>();
  const group = {
    chainKey: `chain0/group0/0x${"1".repeat(64)}`,
    session: { client: { transport: { label: "" }, node: "" }, groupId: "group0" },
    connection: {},
    height: 1,
  };
  const indexes = new ChainIndexes(
    memory as never,
    { groups: [group], onDidChange: () => ({ dispose: () => undefined }) } as never,
    { onDidChange: contracts.event } as never,
    {
      program: { file, execArgv: [] },
      folder,
      clock: {
        now: () => 0,
        after: (_: number, act: () => void) => {
          act();
          return () => undefined;
        },
      },
      environment: () => ({}),
      warn: () => undefined,
      report: () => undefined,
      given: async () => [],
    } as never,
  );
  await indexes.start(group as never);
  expect(indexes.stateOf(group).kind).toBe("running");
  contracts.fire(group.chainKey);
  await indexes.pause(group as never);
  expect([indexes.stateOf(group).kind, indexes.running]).toEqual(["paused", []]);
  indexes.dispose();
});
