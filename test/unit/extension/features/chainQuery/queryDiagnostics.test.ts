import { afterEach, beforeEach, expect, it } from "vitest";
import { QueryDiagnostics } from "../../../../../src/extension/features/chainQuery/queryDiagnostics";
import type { Chainside } from "../../../../../src/extension/state/chainside";
import { FakeClock } from "../../../../support/fakeClock";
import { host } from "../../../../support/fakeVscode/fakeHost";
import { EventEmitter, Position, Uri } from "../../../../support/fakeVscode/values";

const sql = "SELECT nothing FROM blocks";
const document = {
  uri: Uri.file("/a.chain.sql"),
  languageId: "chain-sql",
  version: 1,
  isClosed: false,
  getText: () => sql,
  positionAt: (offset: number) => new Position(0, offset),
};
const found = new Map<string, readonly { readonly message: string }[]>();

beforeEach(() => {
  host.reset();
  found.clear();
  const never = new EventEmitter<never>().event;
  host.desk = {
    workspace: {
      textDocuments: [document],
      onDidOpenTextDocument: never,
      onDidChangeTextDocument: never,
      onDidCloseTextDocument: never,
    },
    languages: {
      createDiagnosticCollection: () => ({
        set: (uri: Uri, all: readonly { readonly message: string }[]) => found.set(uri.toString(), all),
        delete: (uri: Uri) => found.delete(uri.toString()),
        dispose: () => undefined,
      }),
    },
  };
});
afterEach(() => host.reset());

it("shows what the index of the chain in use finds, however late that of another answers", async () => {
  const clock = new FakeClock();
  const [first, second] = [{ id: "first" }, { id: "second" }];
  const answers = new Map<object, (message: string) => void>();
  const switched = new EventEmitter<object>();
  const connections = { activeGroup: first, onDidChangeActiveGroup: switched.event };
  let indexed = true;
  const changed = new EventEmitter<string>();
  const indexes = {
    onDidChange: changed.event,
    has: () => indexed,
    ask: (group: object) =>
      new Promise((resolve) =>
        answers.set(group, (message) =>
          resolve({ parameters: [], problem: { code: "historyQueryWrong", message, at: undefined } }),
        ),
      ),
  };
  const errors = { log: (error: unknown) => expect.unreachable(String(error)) };
  const diagnostics = new QueryDiagnostics({ clock, connections, indexes, errors } as unknown as Chainside);
  await clock.pass(1000);
  connections.activeGroup = second;
  switched.fire(second);
  await clock.pass(1000);
  answers.get(second)?.("no such column in the second");
  await clock.pass(0);
  answers.get(first)?.("no such column in the first");
  await clock.pass(0);
  expect([...found.values()].flat().map(({ message }) => message)).toEqual(["no such column in the second"]);
  // nothing is left of an index that is forgotten
  indexed = false;
  changed.fire("second");
  await clock.pass(1000);
  expect(found.size).toBe(0);
  diagnostics.dispose();
});
