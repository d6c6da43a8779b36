import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { startArchiveTool } from "../../../../src/chain/archive/startArchiveTool";

type Heard = { message: string; status?: number | null; error?: unknown };
const run = (program: string, ...args: string[]): Promise<Heard> =>
  new Promise((resolve) => {
    let message = "";
    startArchiveTool(
      { program, args, folder: tmpdir() },
      {
        report: (text) => {
          message += text;
        },
        ended: (status) => resolve({ message, status }),
        failed: (error) => resolve({ message, error }),
      },
    );
  });

it("a program that isn't there, and one that the system refuses at once, are told of in one way", async () => {
  const missing = expect.objectContaining({ code: "archiveToolMissing" });
  expect(await run(join(tmpdir(), "no-such-tool"))).toEqual({ message: "", error: missing });
  // Windows throws so for a script; a zero byte in the name does everywhere
  expect(await run("archive\0.cmd")).toEqual({ message: "", error: missing });
});

it("what it says and its status are heard", async () => {
  const script = "process.stdout.write('块 1'); process.exitCode = 3";
  expect(await run(process.execPath, "-e", script)).toEqual({ message: "块 1", status: 3 });
});
