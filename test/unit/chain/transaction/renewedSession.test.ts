import { describe, expect, it } from "vitest";
import { createClient } from "../../../../src/chain/client/client";
import { followingSession, openSession } from "../../../../src/chain/openSession";
import { setSystemConfig } from "../../../../src/chain/services/systemConfig/setSystemConfig";
import { createTable } from "../../../../src/chain/services/table/createTable";
import type { ChainSession } from "../../../../src/chain/session";
import { freshSigner } from "../../../../src/crypto/privateKeySigner";
import { ChainInProcess, transportTo } from "../../../support/chainInProcess";

describe("a session", () => {
  const opened = async (): Promise<ChainSession> => {
    const chain = await ChainInProcess.start({ nodeVersion: "3.16.4", compatibilityVersion: "3.1.0" });
    return openSession(createClient(transportTo(chain), "group0"));
  };
  const raise = (session: ChainSession, value = "3.6.0") =>
    setSystemConfig(session, freshSigner(session.suite), { key: "compatibility_version", value });

  it("is asked again after a transaction that may change it, and after no other", async () => {
    let asked = 0;
    const renew = async (): Promise<void> => void asked++;
    const session = { ...(await opened()), renew };
    await createTable(session, freshSigner(session.suite), { table: "t_one", keyField: "id", valueFields: ["name"] });
    expect(asked).toBe(0);
    await raise(session);
    expect(asked).toBe(1);
    // The chain refuses it: nothing has changed.
    await expect(raise(session, "2.0.0")).rejects.toThrow();
    expect(asked).toBe(1);
  });

  it("that can't be asked again leaves the transaction what it is: done", async () => {
    const session = { ...(await opened()), renew: () => Promise.reject(new Error("the node is gone")) };
    await expect(raise(session)).resolves.toMatchObject({ code: 0 });
  });

  it("that follows its chain has the data version that it set, and tells its owner", async () => {
    let asked = 0;
    const given = { ...(await opened()), renew: async () => void asked++ };
    const session = followingSession(given);
    await raise(session);
    expect([session.compatibilityVersion, given.compatibilityVersion, asked]).toEqual(["3.6.0", "3.1.0", 1]);
  });
});
