// A page in a browser of this machine reaches every port on loopback: what it may do there is nothing.
import { mkdtempSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Duplex } from "node:stream";
import { connect as connectTls } from "node:tls";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { WebSocket } from "ws";
import { encodeFrame, packetType, readFrame } from "../../../../src/chain/frame/frame";
import type { TlcpCredentials } from "../../../../src/chain/tlcp/credentials";
import { TlcpSocket } from "../../../../src/chain/tlcp/tlcpSocket";
import { smCredentials } from "../../../../src/chain/transport/smMaterial";
import { readTlsMaterial } from "../../../../src/chain/transport/tlsMaterial";
import type { DevChainOptions } from "../../../../src/devchain/settings/options";
import { type DevChain, startDevChain } from "../../../../src/devchain/startDevChain";
import { isOfThisMachine } from "../../../../src/http/reach";

let chain: DevChain;
const ports = { web3Port: 0, archivePort: 0, archiveQueryPort: 0 };
beforeAll(async () => {
  chain = await startDevChain({ sealers: 1, observers: 0, ...ports });
});
afterAll(() => chain.close());

const portOf = (url: string | undefined): number => Number(new URL(url ?? "").port);
/** Every port of a chain, and a request that it answers. */
function hostCalls(of: DevChain): { name: string; port: number; body: string }[] {
  const ask = (method: string, params: unknown[] = []): string =>
    JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
  return [
    { name: "native", port: of.port, body: ask("getBlockNumber", ["group0", ""]) },
    { name: "web3", port: portOf(of.web3Url), body: ask("eth_blockNumber") },
    { name: "archive delete", port: portOf(of.archiveUrl), body: ask("deleteArchivedData", [1, 1]) },
    { name: "archive query", port: portOf(of.archiveQueryUrl), body: ask("getTransactions", [[]]) },
  ];
}

/** Everything that comes back for raw bytes, until the other side ends or has said nothing more for a while. */
function exchange(port: number, text: string): Promise<string> {
  const socket = connect(port, "127.0.0.1");
  socket.setTimeout(60_000, () => socket.destroy());
  return answerOver(socket, text);
}

/** The same over a stream that is or comes to be open. */
function answerOver(socket: Duplex, text: string): Promise<string> {
  return new Promise((resolve) => {
    let received = "";
    socket.write(text);
    socket.on("data", (data: Buffer) => {
      received += data.toString("latin1");
      // whole by its own account
      const length = /content-length: (\d+)\r\n/i.exec(received)?.[1];
      const head = received.indexOf("\r\n\r\n");
      if (head > 0 && length !== undefined && received.length >= head + 4 + Number(length)) socket.destroy();
    });
    socket.on("error", () => socket.destroy());
    socket.on("close", () => resolve(received));
  });
}

const request = (headers: readonly string[], body: string, { method = "POST", version = "1.1" } = {}): string =>
  [`${method} / HTTP/${version}`, ...headers, `Content-Length: ${body.length}`, "", body].join("\r\n");

const isTaken = (answer: string): boolean => /^HTTP\/1\.[01] 200 /.test(answer) && /"result"/.test(answer);
const isRefused = (answer: string): boolean =>
  /^HTTP\/1\.[01] 403 /.test(answer) && !/access-control-allow/i.test(answer) && !/"result"/.test(answer);

const evil = "http://evil.example";

/** Requests as browsers send them for pages that have no business here. */
const hostile: readonly (readonly [what: string, headers: readonly string[]])[] = [
  ["another origin", ["Host: 127.0.0.1:20200", `Origin: ${evil}`]],
  ["another port of this machine", ["Host: localhost:20200", "Origin: http://localhost:3000"]],
  ["loopback without port", ["Host: localhost:20200", "Origin: http://localhost"]],
  ["a sandboxed page or a file", ["Host: localhost:20200", "Origin: null"]],
  ["an extension", ["Host: localhost:20200", "Origin: chrome-extension://nkbihfbeogaeaoehlefnkodbefgpgknn"]],
  ["plain text without a preflight", ["Host: localhost", `Origin: ${evil}`, "Content-Type: text/plain"]],
  ["a form", ["Host: localhost", `Origin: ${evil}`, "Content-Type: application/x-www-form-urlencoded"]],
  ["a rebound name", ["Host: evil.example:20200", "Origin: http://evil.example:20200"]],
  ["a rebound name without origin", ["Host: evil.example:20200"]],
  ["a rebound name that looks like loopback", ["Host: 127.0.0.1.evil.example"]],
  ["localhost as a part of a name", ["Host: localhost.evil.example"]],
  ["another address", ["Host: 192.168.1.5:20200"]],
  ["the address of all", ["Host: 0.0.0.0:20200"]],
  ["an IPv6 address", ["Host: [2001:db8::1]:20200"]],
  ["loopback with a user", ["Host: 127.0.0.1@evil.example"]],
  ["two hosts", ["Host: localhost", "Host: evil.example"]],
  ["two origins", ["Host: localhost:1", "Origin: http://localhost:1", `Origin: ${evil}`]],
  ["an empty host", ["Host: "]],
  ["an empty origin", ["Host: localhost", "Origin: "]],
  ["no origin, but the browser says that it is of another site", ["Host: localhost", "Sec-Fetch-Site: cross-site"]],
  ["no origin, of the same site", ["Host: localhost", "Sec-Fetch-Site: same-site"]],
];

const welcome: readonly (readonly [what: string, headers: readonly string[]])[] = [
  ["a program", ["Host: 127.0.0.1:20200"]],
  ["by name", ["Host: localhost:20200"]],
  ["by name with a dot", ["Host: localhost.:20200"]],
  ["in capitals", ["Host: LOCALHOST"]],
  ["by IPv6", ["Host: [::1]:20200"]],
  ["by another loopback address", ["Host: 127.9.9.9"]],
  ["through a forwarded port", ["Host: localhost:9999"]],
  ["an SDK that names the chain itself as origin", ["Host: localhost:20200", "Origin: http://localhost:20200"]],
  ["typed into the address line", ["Host: localhost", "Sec-Fetch-Site: none"]],
];

describe("at a port with SM TLS", () => {
  let folder: string;
  let secure: DevChain;
  let client: TlcpCredentials;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "chainside-pages-"));
    secure = await startDevChain({ sealers: 1, observers: 0, suite: "sm", smTls: folder });
    const files = {
      ca: join(folder, "sdk/sm_ca.crt"),
      cert: join(folder, "sdk/sm_sdk.crt"),
      key: join(folder, "sdk/sm_sdk.key"),
      enCert: join(folder, "sdk/sm_ensdk.crt"),
      enKey: join(folder, "sdk/sm_ensdk.key"),
    };
    client = smCredentials(await readTlsMaterial(files));
  });
  afterAll(async () => {
    await secure.close();
    rmSync(folder, { recursive: true });
  });
  const ask = (headers: readonly string[], method = "getBlockNumber"): Promise<string> => {
    const socket = new TlcpSocket(connect(secure.port, "127.0.0.1"), { role: "client", credentials: client });
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params: ["group0", ""] });
    return answerOver(socket, request(headers, body));
  };

  // a browser has no SM TLS, but a program that stands between it and the port may have
  test.each(hostile)("%s is refused", async (_what, headers) => {
    const answer = await ask(headers);
    expect(isRefused(answer) || /^HTTP\/1\.1 400 /.test(answer) || answer === "", answer).toBe(true);
  });

  test("a program with the chain's certificates is answered, and has no dev_ method without the token", async () => {
    expect(isTaken(await ask(["Host: 127.0.0.1:20200"]))).toBe(true);
    const refused = await ask(["Host: 127.0.0.1:20200"], "dev_mine");
    expect(refused).toMatch(/"error"/);
    expect(refused).not.toMatch(/"result"/);
  });

  test("a page cannot even open a WebSocket", async () => {
    const upgrade = ["Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13"];
    const key = `Sec-WebSocket-Key: ${Buffer.alloc(16, 7).toString("base64")}`;
    const socket = new TlcpSocket(connect(secure.port, "127.0.0.1"), { role: "client", credentials: client });
    const head = ["GET / HTTP/1.1", "Host: localhost", `Origin: ${evil}`, ...upgrade, key, "", ""].join("\r\n");
    expect(await answerOver(socket, head)).toMatch(/^HTTP\/1\.1 403 /);
  });

  test("nobody says anything there in plain text, or with a TLS of the web", async () => {
    const { body } = hostCalls(chain)[0] ?? { body: "" };
    expect(await exchange(secure.port, request(["Host: localhost"], body))).not.toMatch(/HTTP|result/);
    const tls = connectTls({ port: secure.port, host: "127.0.0.1", rejectUnauthorized: false });
    const error = await new Promise<unknown>((resolve) => {
      tls.once("error", resolve);
      tls.once("secureConnect", () => resolve(undefined));
    });
    tls.destroy();
    expect(error).toBeInstanceOf(Error);
  });
});

describe("without being asked for", () => {
  test.each(hostile)("%s is refused at every port", async (_what, headers) => {
    for (const { name, port, body } of hostCalls(chain)) {
      for (const each of [request(headers, body), request(headers, body, { version: "1.0" })]) {
        const answer = await exchange(port, each);
        // Node.js itself answers two hosts or none with 400
        expect(isRefused(answer) || /^HTTP\/1\.1 400 /.test(answer) || answer === "", `${name}: ${answer}`).toBe(true);
      }
    }
  });

  test.each(welcome)("%s is answered at every port", async (_what, headers) => {
    for (const { name, port, body } of hostCalls(chain)) {
      const answer = await exchange(port, request(headers, body));
      expect(isTaken(answer), `${name}: ${answer}`).toBe(true);
      expect(answer, name).not.toMatch(/access-control/i);
    }
  });

  test("HTTP/1.0 without Host is a program's, with an origin a page's", async () => {
    for (const { name, port, body } of hostCalls(chain)) {
      expect(isTaken(await exchange(port, request([], body, { version: "1.0" }))), name).toBe(true);
      expect(isRefused(await exchange(port, request([`Origin: ${evil}`], body, { version: "1.0" }))), name).toBe(true);
    }
  });

  test("a preflight gets no permission", async () => {
    for (const { name, port } of hostCalls(chain)) {
      const headers = ["Host: localhost", `Origin: ${evil}`, "Access-Control-Request-Method: POST"];
      expect(isRefused(await exchange(port, request(headers, "", { method: "OPTIONS" }))), name).toBe(true);
    }
  });

  test("a page's request on a connection that a program has opened is refused too", async () => {
    const { body } = hostCalls(chain)[0] ?? { body: "" };
    const both = request(["Host: localhost"], body) + request(["Host: localhost", `Origin: ${evil}`], body);
    const received = await new Promise<string>((resolve) => {
      let text = "";
      const socket = connect(chain.port, "127.0.0.1", () => socket.write(both));
      socket.on("data", (data) => {
        text += data.toString("latin1");
      });
      socket.on("close", () => resolve(text));
    });
    expect(received.match(/HTTP\/1\.1 \d+/g)).toEqual(["HTTP/1.1 200", "HTTP/1.1 403"]);
  });

  test("no WebSocket opens for a page", async () => {
    const open = (url: string, headers: Record<string, string>): Promise<string> =>
      new Promise((resolve) => {
        const socket = new WebSocket(url.replace("http", "ws"), { headers });
        socket.once("open", () => {
          socket.terminate();
          resolve("open");
        });
        socket.once("error", ({ message }) => resolve(message));
      });
    for (const url of [chain.url, chain.web3Url ?? ""]) {
      expect(await open(url, {})).toBe("open");
      expect(await open(url, { origin: url })).toBe("open");
      for (const headers of [
        { origin: evil },
        { origin: "null" },
        { origin: "http://localhost:3000" },
        { host: "evil.example" },
        { host: "evil.example", origin: "http://evil.example" },
      ]) {
        expect(await open(url, headers), JSON.stringify(headers)).toContain("403");
      }
    }
  });

  test("nothing of a refused request has happened", async () => {
    const rpc = { jsonrpc: "2.0", id: 1, method: "deleteArchivedData", params: [1, 1] };
    const answer = await exchange(
      portOf(chain.archiveUrl),
      request(["Host: localhost", `Origin: ${evil}`], JSON.stringify(rpc)),
    );
    expect(isRefused(answer)).toBe(true);
    expect(answer).not.toContain("error, invalid block range");
  });
});

test("what the name of a host means", () => {
  for (const host of ["localhost", "a.localhost", "127.0.0.1", "127.255.255.254", "::1", "::ffff:127.0.0.1"]) {
    expect(isOfThisMachine(host), host).toBe(true);
  }
  for (const host of [
    "localhost.evil",
    "xlocalhost",
    "127.0.0.1.evil",
    "128.0.0.1",
    "::2",
    "::ffff:10.0.0.1",
    "",
    "0.0.0.0",
  ]) {
    expect(isOfThisMachine(host), host).toBe(false);
  }
});

async function withChain(options: DevChainOptions, work: (at: DevChain) => Promise<void>): Promise<void> {
  const at = await startDevChain({ sealers: 1, observers: 0, ...ports, ...options });
  try {
    await work(at);
  } finally {
    await at.close();
  }
}

describe("where it was asked for", () => {
  test("pages of the named origins may ask and read, others may not", async () => {
    const allowOrigins = ["http://localhost:3000/", "https://Dapp.Example:443", "chrome-extension://abcdef"];
    await withChain({ allowOrigins }, async (at) => {
      for (const { name, port, body } of hostCalls(at)) {
        for (const origin of ["http://localhost:3000", "https://dapp.example", "chrome-extension://abcdef"]) {
          const headers = ["Host: localhost:1", `Origin: ${origin}`];
          const answer = await exchange(port, request(headers, body));
          expect(isTaken(answer), `${name}: ${answer}`).toBe(true);
          if (name === "archive query") continue; // a program of its own, which has no headers for pages
          expect(answer).toContain(`Access-Control-Allow-Origin: ${origin}\r\nVary: Origin\r\n`);
          const preflight = await exchange(port, request(headers, "", { method: "OPTIONS" }));
          expect(preflight).toMatch(/^HTTP\/1\.1 204 /);
          expect(preflight).toContain(`Access-Control-Allow-Origin: ${origin}\r\n`);
        }
        for (const origin of [
          "http://localhost:3001",
          "https://localhost:3000",
          "http://localhost:3000.evil",
          "null",
          evil,
        ]) {
          const answer = await exchange(port, request(["Host: localhost:1", `Origin: ${origin}`], body));
          expect(isRefused(answer), `${name}: ${origin}`).toBe(true);
        }
        // a rebound name is no page of ours, whatever it says
        const rebound = await exchange(port, request(["Host: evil.example", "Origin: http://localhost:3000"], body));
        expect(isRefused(rebound), name).toBe(true);
      }
    });
  });

  test("pages of any origin are answered as a node answers them", async () => {
    await withChain({ allowOrigins: ["*"] }, async (at) => {
      for (const { name, port, body } of hostCalls(at).slice(0, 3)) {
        for (const origin of [evil, "null"]) {
          const answer = await exchange(port, request(["Host: localhost", `Origin: ${origin}`], body));
          expect(isTaken(answer), name).toBe(true);
          expect(answer).toContain("Access-Control-Allow-Origin: *\r\n");
        }
        expect(isRefused(await exchange(port, request(["Host: evil.example"], body))), name).toBe(true);
      }
    });
  });

  test("other names and machines are let in by name", async () => {
    await withChain({ allowHosts: ["devchain", "Chain.Example"] }, async (at) => {
      for (const { port, body } of hostCalls(at)) {
        for (const host of ["devchain:20200", "chain.example", "localhost"]) {
          expect(isTaken(await exchange(port, request([`Host: ${host}`], body))), host).toBe(true);
        }
        for (const host of ["devchain2", "x.devchain", "192.168.1.5"]) {
          expect(isRefused(await exchange(port, request([`Host: ${host}`], body))), host).toBe(true);
        }
      }
    });
    await withChain({ host: "0.0.0.0" }, async (at) => {
      for (const { port, body } of hostCalls(at)) {
        for (const host of ["192.168.1.5:20200", "[2001:db8::1]", "localhost"]) {
          expect(isTaken(await exchange(port, request([`Host: ${host}`], body))), host).toBe(true);
        }
        expect(isRefused(await exchange(port, request(["Host: evil.example"], body)))).toBe(true);
        const page = ["Host: 192.168.1.5:20200", `Origin: ${evil}`];
        expect(isRefused(await exchange(port, request(page, body)))).toBe(true);
      }
    });
  });

  test.each(["localhost:3000", "http://a/b", "null", "http://", "http://u@h", "", "http://a b", "javascript:alert(1)"])(
    "%j is no origin",
    async (origin) => {
      await expect(startDevChain({ allowOrigins: [origin] })).rejects.toMatchObject({ code: "badOption" });
    },
  );
});

describe("the dev_ methods", () => {
  const mine = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "dev_mine", params: ["group0", 1] });
  const post = async (at: DevChain, headers: Record<string, string>, body = mine): Promise<unknown> =>
    (await fetch(at.url, { method: "POST", headers, body })).json();
  const refused = { error: { code: -32098, message: expect.stringContaining("--open-dev") } };

  test("want the token of this very chain", async () => {
    expect(chain.devToken).toMatch(/^[\w-]{43}$/);
    const token = chain.devToken ?? "";
    for (const headers of [
      {},
      { authorization: token },
      { authorization: "Bearer " },
      { authorization: `Bearer ${token.slice(1)}` },
      { authorization: `Bearer ${token}x` },
      { authorization: `Basic ${token}` },
    ]) {
      expect(await post(chain, headers as Record<string, string>)).toMatchObject(refused);
    }
    const methods = [
      ...["dev_reset", "dev_snapshot", "dev_setFault", "dev_setBalance", "dev_sendTransaction", "dev_traceTransaction"],
      ...["dev_revert", "dev_pauseSealing", "dev_restart", "dev_setTime", "dev_addNode", "dev_clearFaults"],
    ];
    for (const method of methods) {
      const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params: ["group0"] });
      expect(await post(chain, {}, body), method).toMatchObject(refused);
    }
    expect(await post(chain, { authorization: `Bearer ${token}` })).toMatchObject({ result: 1 });
    await withChain({}, async (other) => {
      expect(other.devToken).not.toBe(token);
      expect(await post(other, { authorization: `Bearer ${token}` })).toMatchObject(refused);
    });
  });

  test("want it when a WebSocket is opened, too", async () => {
    const ask = (headers: Record<string, string>): Promise<unknown> =>
      new Promise((resolve, reject) => {
        const socket = new WebSocket(chain.url.replace("http", "ws"), { headers });
        socket.once("error", reject);
        socket.once("open", () => {
          const frame = { type: packetType.rpcRequest, status: 0, seq: "a".repeat(32), payload: Buffer.from(mine) };
          socket.send(encodeFrame(frame));
        });
        socket.on("message", (data: Buffer) => {
          const frame = readFrame(data);
          if (typeof frame !== "object" || frame.type !== packetType.rpcAnswer) return; // the notice of a new block
          socket.terminate();
          resolve(JSON.parse(Buffer.from(frame.payload).toString()));
        });
      });
    expect(await ask({})).toMatchObject(refused);
    expect(await ask({ authorization: `Bearer ${chain.devToken}` })).toMatchObject({ result: expect.any(Number) });
  });

  test("are not at the other ports, in no batch", async () => {
    const headers = { authorization: `Bearer ${chain.devToken}` };
    const one = JSON.parse(mine) as object;
    for (const body of [one, [one], [one, { ...one, method: "eth_blockNumber", params: [] }]]) {
      const response = await fetch(chain.web3Url ?? "", { method: "POST", headers, body: JSON.stringify(body) });
      expect(JSON.stringify(await response.json())).toContain('"Method not found"');
    }
    const batch = await fetch(chain.url, { method: "POST", body: `[${mine}]` });
    expect(await batch.json()).toMatchObject({ error: { code: -32700 } });
    const archive = await fetch(chain.archiveUrl ?? "", { method: "POST", headers, body: mine });
    expect(await archive.json()).toMatchObject({ error: { code: -32601 } });
  });

  test("are open where a test rig asked for that", async () => {
    await withChain({ openDev: true }, async (at) => {
      expect(at.devToken).toBeUndefined();
      expect(await post(at, {})).toMatchObject({ result: 1 });
      // to programs, not to pages
      const answer = await exchange(at.port, request(["Host: localhost", `Origin: ${evil}`], mine));
      expect(isRefused(answer)).toBe(true);
    });
  });
});
