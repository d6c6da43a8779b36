import { describe, expect, it, vi } from "vitest";
import { cipherSuites } from "../../../../src/chain/tlcp/cipherSuites";
import { credentialsOf, smAuthority, smSide } from "../../../support/smChain";
import { TlcpPair } from "../../../support/tlcpPair";

/** The cryptography of VS Code's Electron has neither SM3 nor SM4. */
vi.mock("node:crypto", async (original) => ({
  ...(await original<typeof import("node:crypto")>()),
  getCiphers: () => [],
  getHashes: () => [],
  createHash: () => expect.fail("there is no SM3"),
  createCipheriv: () => expect.fail("there is no SM4"),
  createDecipheriv: () => expect.fail("there is no SM4"),
}));

describe("where the runtime has no SM3 and no SM4", () => {
  const authority = smAuthority();
  const [node, sdk] = [credentialsOf(smSide(authority, "node")), credentialsOf(smSide(authority, "sdk"))];

  it.each(cipherSuites.map(({ name }) => name))("%s works all the same", (suite) => {
    const pair = new TlcpPair(sdk, node, [suite]);
    pair.carry();
    pair.say(pair.client, "question");
    pair.say(pair.server, "answer".repeat(5000));
    pair.carry();
    expect(Buffer.concat(pair.server.received).toString()).toBe("question");
    expect(Buffer.concat(pair.client.received).toString()).toBe("answer".repeat(5000));
  });
});
