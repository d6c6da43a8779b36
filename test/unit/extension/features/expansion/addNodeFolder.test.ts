import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { addNodeFolder, expandCommand } from "../../../../../src/extension/features/expansion/addNodeFolder";
import type { NodeFolder } from "../../../../../src/extension/state/nodeFolders/nodeFolder";
import { host } from "../../../../support/fakeVscode/fakeHost";
import { EventEmitter, type Task, Uri } from "../../../../support/fakeVscode/values";

const words = { script: "/t/build_chain.sh", config: "/c", authority: "/ca", output: "/n/node4", sm: false };

describe("making one more node with build_chain.sh", () => {
  it("names the program that lies beside the nodes, so that nothing is downloaded", () => {
    expect(expandCommand({ ...words, program: "/n/fisco-bcos" })).toEqual(
      "/t/build_chain.sh -C expand -c /c -d /ca -o /n/node4 -e /n/fisco-bcos".split(" "),
    );
  });

  it("leaves it to the script where there is none, and says that the chain speaks SM", () => {
    expect(expandCommand({ ...words, program: undefined, sm: true })).toEqual(
      "/t/build_chain.sh -C expand -c /c -d /ca -o /n/node4 -s".split(" "),
    );
  });
});

describe("the folder of a new node", () => {
  let folder: string;
  /** What the script makes, and how it ends. */
  let script: () => number;
  beforeEach(() => {
    host.reset();
    folder = mkdtempSync(join(tmpdir(), "chainside-expansion-"));
    mkdirSync(join(folder, "nodes/node0"), { recursive: true });
    const ended = new EventEmitter<unknown>();
    host.desk = {
      window: { showOpenDialog: async () => [Uri.file(join(folder, "chosen"))] },
      workspace: {
        isTrusted: true,
        fs: {
          stat: async ({ fsPath }: Uri) => (await import("node:fs/promises")).stat(fsPath).then(() => ({ type: 2 })),
          readFile: () => Promise.reject(new Error("not there")),
          writeFile: async () => undefined,
        },
      },
      tasks: {
        onDidEndTaskProcess: ended.event,
        onDidEndTask: new EventEmitter<unknown>().event,
        executeTask: async (task: Task) => {
          const exitCode = script();
          queueMicrotask(() => ended.fire({ execution: { task }, exitCode }));
        },
      },
    };
    host.picks = [/Create it with build_chain/];
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const add = (name: string): Promise<unknown> => {
    host.texts = [name];
    const uri = Uri.file(join(folder, "nodes/node0"));
    const existing = { name: "node0", place: "nodes/node0", uri, document: { find: () => undefined } };
    return addNodeFolder([existing as unknown as NodeFolder], Uri.file(join(folder, "storage")) as never);
  };
  const make = (): void => {
    mkdirSync(join(folder, "nodes/node1"));
    writeFileSync(join(folder, "nodes/node1/config.ini"), "");
  };

  it("is the one that the script made", async () => {
    script = () => {
      make();
      return 0;
    };
    expect(await add("node1")).toBe(Uri.file(join(folder, "nodes/node1")).toString());
  });

  it.each([
    ["fails", 1],
    ["only prints its help", 0],
  ])("is none where the script %s", async (_, exitCode) => {
    script = () => exitCode;
    expect(await add("node1")).toBeUndefined();
    expect(host.messages).toEqual(["build_chain.sh created no node in node1. See the terminal for the reason."]);
  });

  it.each(["node0", "..", "."])("is not called %s, which is there already", async (name) => {
    script = () => 0;
    await expect(add(name)).rejects.toThrow();
    expect(host.messages).toEqual(["The folder already exists, but build_chain.sh only creates new ones."]);
  });
});
