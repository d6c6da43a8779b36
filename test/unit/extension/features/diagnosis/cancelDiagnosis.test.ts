import { createServer } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { probeConnection } from "../../../../../src/chain/probeConnection";
import { registerDiagnosis } from "../../../../../src/extension/features/diagnosis/registerDiagnosis";
import { markTrusted } from "../../../../../src/extension/kit/commands/commands";
import { isCancelled } from "../../../../../src/extension/kit/errors/cancelled";
import { suiteApp } from "../../../../support/extensionApp";
import { host } from "../../../../support/fakeVscode/fakeHost";
import { listening } from "../../../../support/listening";

describe("a diagnosis that is cancelled", () => {
  const on = suiteApp();
  /** Takes every connection, and never says anything. */
  const silent = createServer();
  let url = "";
  let connections = 0;
  beforeAll(async () => {
    silent.on("connection", (socket) => {
      connections += 1;
      socket.on("error", () => undefined);
    });
    url = `http://127.0.0.1:${await listening(silent)}`;
  });
  afterAll(() => void silent.close());

  it("ends at once, and asks nothing more", async () => {
    const abort = new AbortController();
    const probed = probeConnection({ url, signal: abort.signal, timeoutMs: 300 });
    await expect.poll(() => connections).toBeGreaterThan(0);
    abort.abort();
    await expect(probed).rejects.toMatchObject({ code: "cancelled" });
  });

  it("is quiet", async () => {
    host.cancelsProgress = true;
    host.desk = { workspace: {} };
    const parts = registerDiagnosis(on.app);
    const connection = { profile: { name: "silent", endpoints: [url], group: "" } };
    await host.commands.get("chainside.diagnoseConnection")?.(markTrusted({ kind: "connection", connection }));
    expect(on.errors.map(isCancelled)).toEqual([true]);
    expect(host.executed.map(([id]) => id)).not.toContain("markdown.showPreview");
    parts.dispose();
  });
});
