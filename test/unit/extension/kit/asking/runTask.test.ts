import { beforeEach, expect, it } from "vitest";
import { type RunTask, runTask } from "../../../../../src/extension/kit/asking/runTask";
import { host } from "../../../../support/fakeVscode/fakeHost";
import { EventEmitter } from "../../../../support/fakeVscode/values";

interface Ended {
  readonly execution: { readonly task: object };
  readonly exitCode?: number;
}

const begun: object[] = [];
const terminated: object[] = [];
let processEnded: EventEmitter<Ended>;
let taskEnded: EventEmitter<Ended>;

beforeEach(() => {
  host.reset();
  begun.length = 0;
  terminated.length = 0;
  [processEnded, taskEnded] = [new EventEmitter(), new EventEmitter()];
  host.desk = {
    tasks: {
      onDidEndTaskProcess: processEnded.event,
      onDidEndTask: taskEnded.event,
      executeTask: async (task: object) => {
        begun.push(task);
        return { task, terminate: () => terminated.push(task) };
      },
    },
  };
});

const generate: RunTask = { title: "chainside generate", source: "Chainside", program: "chainside", words: [] };
const end = (index: number, exitCode?: number): void => {
  const execution = { task: begun[index] ?? {} };
  if (exitCode !== undefined) processEnded.fire({ execution, exitCode });
  taskEnded.fire({ execution });
};

it("two tasks of one name end each with its own code", async () => {
  const codes: (number | undefined)[] = [];
  const running = [1, 2].map((_, index) => runTask(generate).then((code) => (codes[index] = code)));
  end(1, 3);
  await running[1];
  expect(codes).toEqual([undefined, 3]);
  end(0, 0);
  await running[0];
  expect(codes).toEqual([0, 3]);
});

it("a task whose program never began ends without a code", async () => {
  const running = runTask(generate);
  end(0);
  expect(await running).toBeUndefined();
});

it("a task is ended when it is cancelled, once and not behind its end", async () => {
  const [cancelled, over] = [new AbortController(), new AbortController()];
  const running = runTask({ ...generate, signal: cancelled.signal });
  const other = runTask({ ...generate, signal: over.signal });
  await expect.poll(() => begun).toHaveLength(2);
  cancelled.abort();
  expect(terminated).toEqual([begun[0]]);
  end(0);
  end(1, 0);
  expect([await running, await other]).toEqual([undefined, 0]);
  over.abort();
  expect(terminated).toHaveLength(1);
  const early = runTask({ ...generate, signal: over.signal });
  await expect.poll(() => terminated).toHaveLength(2);
  end(2);
  await early;
});
