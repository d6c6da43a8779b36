// Every way in which an address of TLS can be written brings the certificates along, for requests, pushes, explanations and diagnosis.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { probeConnection } from "../../../../../src/chain/probeConnection";
import { isSecure } from "../../../../../src/chain/transport/endpoint";
import { explainTlsFailure } from "../../../../../src/chain/transport/explainTlsFailure";
import { readTlsMaterial } from "../../../../../src/chain/transport/tlsMaterial";
import { type DevChain, startDevChain } from "../../../../../src/devchain/startDevChain";
import { clientError } from "../../../../../src/errors/clientError";
import { commandArguments } from "../../../../../src/extension/flows/commandLine/commandLine";
import { openPush, openTransport } from "../../../../../src/extension/state/connections/connectionPorts";

const folder = mkdtempSync(join(tmpdir(), "chainside-secure-"));
const file = (name: string): string => join(folder, "sdk", name);
const tls = { ca: file("ca.crt"), cert: file("sdk.crt"), key: file("sdk.key") };
let chain: DevChain;
let plain: DevChain;
let port: string;

beforeAll(async () => {
  chain = await startDevChain({ tls: folder, sealers: 1, observers: 0 });
  plain = await startDevChain({ sealers: 1, observers: 0 });
  port = new URL(chain.url).port;
});
afterAll(async () => {
  await chain.close();
  await plain.close();
  rmSync(folder, { recursive: true });
});

const schemes = ["https", "wss", "HTTPS", "WSS", " wss", "  https"];

describe.each(schemes)("%s://", (scheme) => {
  const url = (): string => `${scheme}://127.0.0.1:${port}`;
  const profile = () => ({ name: "team", endpoints: [url()], group: "group0", access: "confirm" as const, tls });

  it("is TLS, and brings the certificates along", async () => {
    expect(isSecure(url())).toBe(true);
    const transport = await openTransport(profile(), url());
    expect(await transport.request("getGroupList", [])).toMatchObject({ groupList: ["group0"] });
    await transport.close();
    const push = await openPush(profile(), url());
    await push.connect();
    expect(push.state.kind).toBe("connected");
    await push.close();
  });

  it("is explained where it fails, and copied with its files", async () => {
    const alert = clientError("connectionLost", { endpoint: url(), method: "getGroupList" });
    expect((await explainTlsFailure(alert, url(), undefined)).code).toBe("tlsWithoutCertificates");
    const words = commandArguments({
      connection: { endpoints: [url()], groupId: "group0", tls },
      action: { kind: "call", target: "0x1000", data: "0x" },
    } as never);
    expect(words).toContain(tls.ca);
  });
});

it.each(["http://h:1", "ws://h:1", "h:1", "", "ftp://h", "https:", "javascript:x"])("%s is no TLS", (address) => {
  expect(isSecure(address)).toBe(false);
});

describe("a probe", () => {
  const steps = async (url: string, withFiles = true): Promise<string[]> => {
    const material = withFiles ? await readTlsMaterial(tls) : undefined;
    const report = await probeConnection({ url, tls: material });
    const signs = { passed: "+", failed: "!", skipped: "-" };
    return [...report.steps.map(({ name, outcome }) => name + signs[outcome]), String(report.workingUrl)];
  };

  it("of a WebSocket's address tries the WebSocket, over TLS and without", async () => {
    const all = ["tcp+", "jsonRpc+", "group+", "webSocket+"];
    expect(await steps(`wss://127.0.0.1:${port}`)).toEqual(
      expect.arrayContaining([...all, "tls+", `wss://127.0.0.1:${port}`]),
    );
    const other = new URL(plain.url).port;
    expect(await steps(`ws://127.0.0.1:${other}`)).toEqual(expect.arrayContaining([...all, `ws://127.0.0.1:${other}`]));
  });

  it("of a WebSocket's address without certificates tells where it ends", async () => {
    const found = await steps(`wss://127.0.0.1:${port}`, false);
    expect(found).toEqual(expect.arrayContaining(["tls!", "jsonRpc-", "group-", "webSocket-"]));
  });

  it("fails where the port has requests but no WebSocket", async () => {
    const { answerWith, startFakeNode } = await import("../../../../support/fakeNode");
    const node = await startFakeNode(answerWith({ getGroupList: { code: 0, groupList: ["group0"], msg: "" } }));
    const report = await probeConnection({ url: node.url.replace(/^http/, "ws"), timeoutMs: 60_000 });
    expect(report.steps.at(-1)).toMatchObject({ name: "webSocket", outcome: "failed" });
    expect([report.ok, report.workingUrl]).toEqual([false, undefined]);
    await node.close();
  });

  it("of an address of requests is what it was", async () => {
    expect((await steps(`https://127.0.0.1:${port}`)).join()).not.toContain("webSocket");
  });
});
