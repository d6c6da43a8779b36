import { describe, expect, it } from "vitest";
import { assistantArguments, assistantUsage, readAssistantOrder } from "../../../src/cli/assistants/assistantOptions";
import { stateFolder } from "../../../src/files/userFolders";
import { text } from "../../../src/text/catalogue";
import { take } from "../../support/commandLine";

const line = {
  name: "mcp",
  usage: { synopsis: "", summary: text(""), options: assistantUsage, exitCodes: text("") },
  options: assistantArguments,
  read: readAssistantOrder,
};

describe("what chainside mcp is told", () => {
  it.each<[string[], object]>([
    [[], { access: "readOnly", free: false, budget: 200 }],
    [["--key", "dev0"], { access: "full", free: true, budget: 200 }],
    [["--key", "dev0", "--budget", "5"], { access: "full", free: true, budget: 5 }],
    // what the person says about access counts for development accounts, too
    [["--key", "dev0", "--access", "full"], { access: "full", free: false }],
    [["--key", "dev0", "--access", "readOnly"], { access: "readOnly", free: false }],
    [["--key", "own.pem"], { access: "confirm", free: false }],
    [["--key", "own.pem", "--access", "full"], { access: "full", free: false }],
    [["--access", "full"], { access: "full", free: false }],
  ])("%o gives %o", async (args, permit) => {
    const { order } = await take(line, ["--url", "http://127.0.0.1:20200", ...args]);
    expect(order?.permit).toMatchObject(permit);
  });

  it.each<[string[], string]>([
    [["--access", "all"], "--access must be one of readOnly, confirm, full"],
    [["--name", "docs"], "--name must be"],
    [["--url", "http://example.org:20200", "--key", "dev0"], "development account"],
    [["--budget", "-1"], "--budget"],
    [["--budget", "x"], "--budget must be an integer from 0 to 1000000"],
    [["word"], "unexpected argument word"],
    [["--yes"], "--yes"],
  ])("refuses %o", async (args, message) => {
    const { code, err, order } = await take(line, args);
    expect(code).toBe(2);
    expect(err).toContain(message);
    expect(order).toBeUndefined();
  });

  it("finds the folder for what programs did", () => {
    expect(stateFolder({ XDG_STATE_HOME: "/state" }, "linux")).toBe("/state/chainside");
    expect(stateFolder({ LOCALAPPDATA: "/local" }, "win32")).toBe("/local/chainside");
  });
});
