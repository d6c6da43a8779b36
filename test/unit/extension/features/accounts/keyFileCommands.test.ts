import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { exportToFile } from "../../../../../src/extension/features/accounts/keyFileCommands";
import { Cancelled } from "../../../../../src/extension/kit/errors/cancelled";
import { Accounts } from "../../../../../src/extension/state/accounts/accounts";
import type { Chainside } from "../../../../../src/extension/state/chainside";
import { FakeMemory, FakeSecrets, host } from "../../../../support/fakeVscode/fakeHost";
import { isOwnersAlone } from "../../../../support/portable";

describe("exporting a key", () => {
  let folder: string;
  let accounts: Accounts;
  beforeEach(async () => {
    host.reset();
    folder = await mkdtemp(join(tmpdir(), "chainside-export-"));
    accounts = new Accounts(new FakeMemory() as never, new FakeSecrets() as never);
  });
  afterEach(() => rm(folder, { recursive: true }));
  const exported = async (): Promise<void> =>
    exportToFile({ accounts } as Chainside, await accounts.create("standard", "alice"));

  it("makes a file for its owner alone, and says where it is", async () => {
    const path = join(folder, "alice.hex");
    host.picks = [/^Hex/];
    host.saves = [path];
    host.buttons = [/Copy Path/];
    await exported();
    expect(isOwnersAlone(path)).toBe(true);
    const readers =
      process.platform === "win32" ? "Whoever can read its folder can read the key." : "Only you can read the file.";
    expect(host.messages).toEqual([`Exported the key of alice to ${path}. ${readers}`]);
    expect(host.clipboard).toBe(path);
  });

  it("leaves a file that is there as it is, and asks for another name", async () => {
    const [taken, free] = [join(folder, "taken.pem"), join(folder, "free.pem")];
    await writeFile(taken, "mine");
    host.picks = [/^PEM/];
    host.saves = [taken, free];
    host.buttons = [/Use Another Name/];
    await exported();
    expect(await readFile(taken, "utf8")).toBe("mine");
    expect(isOwnersAlone(free)).toBe(true);
    expect(host.messages[0]).toContain(`${taken} already exists and wasn't changed`);
  });

  it("writes nothing when no other name is chosen", async () => {
    const taken = join(folder, "taken.pem");
    await writeFile(taken, "mine");
    host.picks = [/^PEM/];
    host.saves = [taken];
    await expect(exported()).rejects.toBeInstanceOf(Cancelled);
    expect(await readFile(taken, "utf8")).toBe("mine");
  });
});
