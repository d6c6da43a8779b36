// HTTP where clients do what few do (docs/protocol/json-rpc.md, "Limits"; docs/protocol/websocket.md, "Connection").
import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type DevChain, startDevChain } from "../../../../src/devchain/startDevChain";

let chain: DevChain;
beforeAll(async () => {
  chain = await startDevChain({ sealers: 1, observers: 0, web3Port: 0 });
});
afterAll(() => chain.close());

const body = '{"jsonrpc":"2.0","method":"getBlockNumber","params":[],"id":7}';
const post = (headers: string, content = body): string =>
  `POST / HTTP/1.1\r\n${headers}Content-Length: ${content.length}\r\n\r\n${content}`;
const answer = '{"id":7,"jsonrpc":"2.0","result":0}';

/** What comes back until it fits, or until the connection is closed. */
function exchange(text: string, enough = /$^/, port = chain.port): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1", () => socket.write(text));
    let received = "";
    const done = (): void => {
      socket.destroy();
      resolve(received);
    };
    socket.on("data", (data) => {
      received += data.toString("latin1");
      if (enough.test(received)) done();
    });
    socket.on("end", done);
    socket.on("error", (error: NodeJS.ErrnoException) => (error.code === "ECONNRESET" ? done() : reject(error)));
  });
}

describe("a request that wishes for another protocol", () => {
  it("is answered like any other when that is no WebSocket, and its connection goes on", async () => {
    const both = new RegExp(`${answer.replace(/[{}]/g, "\\$&")}HTTP.*${answer.replace(/[{}]/g, "\\$&")}$`, "s");
    for (const wish of [
      "Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk\r\n",
      "Connection: upgrade\r\nUpgrade: websocket\r\n", // by POST
    ]) {
      expect(await exchange(post(`Host: localhost\r\n${wish}`) + post("Host: localhost\r\n"), both)).toMatch(both);
    }
  });

  it("is told what its handshake lacks", async () => {
    const ask = (headers: string): Promise<string> =>
      exchange(`GET / HTTP/1.1\r\n${headers}Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n`, /field is \w+./);
    const key = "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n";
    const bad = "HTTP/1.1 400 Bad Request\r\nContent-Length: ";
    const host = "Host: localhost\r\n";
    for (const [headers, start, words] of [
      ["", bad, "Host field is missing"],
      [host, bad, "Sec-WebSocket-Key field is missing"],
      [`${host}Sec-WebSocket-Key: ${"A".repeat(25)}\r\n`, bad, "Sec-WebSocket-Key field is invalid"],
      [`${host}${key}`, bad, "Sec-WebSocket-Version field is missing"],
      [
        `${host}${key}Sec-WebSocket-Version: 8\r\n`,
        "HTTP/1.1 426 Upgrade Required\r\nSec-WebSocket-Version: 13\r\nContent-Length: ",
        "Sec-WebSocket-Version field is invalid",
      ],
    ] as const) {
      const text = await ask(headers);
      const content = `The WebSocket handshake ${words}`;
      expect(text.slice(0, text.indexOf(content) + content.length)).toBe(
        `${start}${content.length}\r\nServer: Boost.Beast/357\r\n\r\n${content}`,
      );
    }
  });
});

describe("a request that is too large", () => {
  it("is closed without an answer, as soon as it says so", async () => {
    expect(await exchange("POST / HTTP/1.1\r\nContent-Length: 33554433\r\n\r\n")).toBe("");
    expect(await exchange(post(`X: ${"x".repeat(8200)}\r\n`))).toBe("");
    expect(await exchange(post(`X: ${"x".repeat(8000)}\r\n`), /result/)).toContain(answer);
    const web3 = Number(new URL(chain.web3Url ?? "").port);
    expect(await exchange("POST / HTTP/1.1\r\nContent-Length: 10240001\r\n\r\n", undefined, web3)).toBe("");
  });
});
