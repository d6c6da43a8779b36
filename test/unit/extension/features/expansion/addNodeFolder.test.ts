import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { addNodeFolder, expandCommand } from "../../../../../src/extension/features/expansion/addNodeFolder";
import type { NodeFolder } from "../../../../../src/extension/state/nodeFolders/nodeFolder";
import { type IniDocument, parseDocument } from "../../../../../src/nodeConfig/document/iniDocument";
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
  let document: IniDocument;
  /** Files that were made ready for the script, and the words of its command line. */
  let prepared: Map<string, string>;
  let ran: readonly string[];
  beforeEach(() => {
    host.reset();
    document = parseDocument("");
    prepared = new Map();
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
          writeFile: async ({ fsPath }: Uri, content: Uint8Array) => {
            prepared.set(basename(fsPath), new TextDecoder().decode(content));
          },
        },
      },
      tasks: {
        onDidEndTaskProcess: ended.event,
        onDidEndTask: new EventEmitter<unknown>().event,
        executeTask: async (task: Task) => {
          ran = [JSON.stringify(task.execution)];
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
    const existing = { name: "node0", place: "nodes/node0", uri, document, context: { identityLength: "auto" } };
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

  it.each(["true", "1"])("gets ports of its own, and the keys of SM TLS where sm_ssl=%s says so", async (value) => {
    document = parseDocument(
      `[p2p]\nlisten_port=30300\nsm_ssl=${value}\n[rpc]\nlisten_port = 20200\ntars_rpc_port=0\n[storage]\nenable_archive=true\narchive_port=8181\n`,
    );
    script = () => 1;
    expect(await add("node1")).toBeUndefined();
    expect(prepared.get("config.ini")).toBe(
      `[p2p]\nlisten_port=30301\nsm_ssl=${value}\n[rpc]\nlisten_port = 20201\ntars_rpc_port=0\n[storage]\nenable_archive=true\narchive_port=8182\n`,
    );
    expect(ran.join()).toContain("-s");
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
