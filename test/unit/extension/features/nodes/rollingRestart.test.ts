import { beforeEach, describe, expect, it } from "vitest";
import { rollingRestart } from "../../../../../src/extension/features/nodes/rollingRestart";
import type { NodeFolder } from "../../../../../src/extension/state/nodeFolders/nodeFolder";
import { suiteApp } from "../../../../support/extensionApp";
import { host } from "../../../../support/fakeVscode/fakeHost";
import { CancellationTokenSource, EventEmitter, type Task, Uri } from "../../../../support/fakeVscode/values";

describe("a rolling restart that is cancelled", () => {
  const on = suiteApp();
  /** Scripts that ran: `node0: stop.sh`. */
  const ran: string[] = [];
  /** The script after whose end Cancel is pressed. */
  let cancelAfter = "";
  let runs: boolean;

  beforeEach(() => {
    ran.length = 0;
    runs = true;
    const cancelling = new CancellationTokenSource();
    const ended = new EventEmitter<unknown>();
    host.desk = {
      window: {
        withProgress: (_: object, task: (progress: object, token: object) => unknown) =>
          task({ report: () => undefined }, cancelling.token),
      },
      tasks: {
        onDidEndTaskProcess: ended.event,
        onDidEndTask: new EventEmitter<unknown>().event,
        executeTask: async (task: Task) => {
          ran.push(task.name);
          runs = task.name.endsWith("start.sh");
          if (task.name === cancelAfter) cancelling.cancel();
          queueMicrotask(() => ended.fire({ execution: { task }, exitCode: 0 }));
        },
      },
    };
    Object.assign(on.app.nodeFolders, {
      // A node that comes up: it doesn't answer yet.
      state: async () => ({ kind: "silent", halted: false }),
      isRunning: async () => runs,
    });
  });

  const restart = (): Promise<void> => {
    const folders = [0, 1].map((index) => ({ name: `node${index}`, uri: Uri.file(`/node${index}`), node: {} }));
    return rollingRestart(on.app, folders as unknown as readonly NodeFolder[]);
  };

  it("starts the node that it stopped, and stops no other", async () => {
    cancelAfter = "node0: stop.sh";
    await restart();
    expect(ran).toEqual(["node0: stop.sh", "node0: start.sh"]);
    expect(host.messages).toEqual(["The rolling restart stopped after 0 of 2 nodes. Canceled."]);
  });

  it("doesn't say of a node that is coming up that it doesn't respond", async () => {
    cancelAfter = "node0: start.sh";
    await restart();
    expect(ran).toEqual(["node0: stop.sh", "node0: start.sh"]);
    expect(host.messages).toEqual(["The rolling restart stopped after 0 of 2 nodes. Canceled."]);
  });
});
