import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readPin, requirePinnedSession } from "../../../../src/chain/profile/chainPin";
import { getBlockByNumber } from "../../../../src/chain/rpc/blocks";
import { describes, readGenesisFile } from "../../../../src/extension/state/trust/believedChain";
import { type ExtensionApp, extensionApp } from "../../../support/extensionApp";
import { Uri } from "../../../support/fakeVscode/values";
import { genesisFileOf } from "../../../support/genesisFile";

describe.each([0, 1] as const)("the config.genesis of a chain (executor %s)", (executorVersion) => {
  let on: ExtensionApp;
  let root: string;
  let text: string;
  beforeAll(async () => {
    on = await extensionApp({ sealers: 2, executorVersion } as never);
    root = mkdtempSync(join(tmpdir(), "chainside-genesis-"));
    const { extraData } = await getBlockByNumber(on.group.session.client, 0, "header");
    text = genesisFileOf(Buffer.from(extraData.slice(2), "hex").toString());
  });
  afterAll(() => {
    on.dispose();
    rmSync(root, { recursive: true, force: true });
  });

  const fileOf = async (content: string) => {
    const path = join(root, "config.genesis");
    writeFileSync(path, content);
    const file = await readGenesisFile(Uri.file(path) as never);
    if (!file) throw new Error("the file was refused");
    return file;
  };

  it("describes it by content, whatever hash the chain goes by", async () => {
    const file = await fileOf(text);
    expect(file.trust.genesisHash === on.group.genesisHash).toBe(executorVersion === 0);
    expect(await describes(file, on.group)).toBe(true);
    expect(await describes(await fileOf(text.replace("3000000000", "3000000001")), on.group)).toBe(false);
  });

  it("pins it: by the hash of the file, and by the one that the chain goes by; by no other", async () => {
    const { session, genesisHash } = on.group;
    const { trust } = await fileOf(text);
    const pinOf = (hash: string | undefined) =>
      readPin("team", { chainId: session.chainId, groups: { group0: { genesisHash: hash } } });
    await requirePinnedSession("team", pinOf(trust.genesisHash), session, genesisHash);
    await requirePinnedSession("team", pinOf(genesisHash), session, genesisHash);
    const other = requirePinnedSession("team", pinOf(`0x${"ee".repeat(32)}`), session, genesisHash);
    await expect(other).rejects.toMatchObject({ code: "pinMismatch" });
  });
});
