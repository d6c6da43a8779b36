import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { host } from "../../support/fakeVscode/fakeHost";
import { type FakeWindow, openWindow } from "../../support/window/fakeWindow";

const source = "// SPDX-License-Identifier: MIT\npragma solidity 0.8.3;\n\ncontract Old {}\n";
/** No compiler is kept, and no registry answers. */
const machine = { CHAINSIDE_SOLC_CACHE: "", npm_config_registry: "http://127.0.0.1:9/" };

describe("a source whose compiler isn't downloaded", () => {
  let workbench: FakeWindow;
  const before = Object.keys(machine).map((name) => [name, process.env[name]] as const);
  beforeAll(async () => {
    machine.CHAINSIDE_SOLC_CACHE = mkdtempSync(join(tmpdir(), "chainside-no-compiler-"));
    Object.assign(process.env, machine);
    workbench = openWindow({ prepare: (folder) => writeFileSync(join(folder, "Old.sol"), source) });
    await workbench.view("FISCO BCOS");
  });
  afterAll(async () => {
    await workbench?.close();
    for (const [name, value] of before) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
    rmSync(machine.CHAINSIDE_SOLC_CACHE, { recursive: true, force: true });
  });

  /** The entry of the status bar has the icon of a download. */
  const offered = (): boolean =>
    (host.statusItems as { text: string; shown: boolean }[]).some(
      ({ text, shown }) => shown && text.startsWith("$(cloud-download) Solidity 0.8.3"),
    );
  const report = (): string[] =>
    (workbench.documents.diagnostics.get(join(workbench.folder, "Old.sol")) ?? []).map(({ message }) => message);

  it("has no problem: the status bar offers the compiler", async () => {
    await workbench.openFile("Old.sol");
    await expect.poll(offered).toBe(true);
    expect(report()).toEqual([]);
  });

  it("is another one where the folder's own settings name it", async () => {
    host.folderSettings.set(workbench.folder, new Map([["chainside.solidity.compiler", "0.8.4"]]));
    host.configurationChanged.fire({ affectsConfiguration: () => true });
    await workbench.status(/^Solidity 0\.8\.4/).waitFor();
    host.folderSettings.clear();
    host.configurationChanged.fire({ affectsConfiguration: () => true });
    await workbench.status(/^Solidity 0\.8\.3/).waitFor();
  });

  it("has one when the registry can't be reached, with what to do", async () => {
    const { documents } = workbench;
    const [document] = documents.all;
    if (document) documents.saved.fire(document);
    await expect
      .poll(report)
      .toEqual([expect.stringMatching(/^Solidity 0\.8\.3 isn't here, and .*127\.0\.0\.1:9.* can't be reached/)]);
    await expect.poll(offered).toBe(true);
  });
});
