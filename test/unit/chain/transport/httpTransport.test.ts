import { getEventListeners } from "node:events";
import type { ServerResponse } from "node:http";
import { createServer } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { createClient } from "../../../../src/chain/client/client";
import { maxMessageBytes } from "../../../../src/chain/frame/frame";
import { getBlockNumber } from "../../../../src/chain/rpc/blocks";
import { createHttpTransport } from "../../../../src/chain/transport/httpTransport";
import { startDevChain } from "../../../../src/devchain/startDevChain";
import { ChainError } from "../../../../src/errors/chainError";
import { errorOf } from "../../../support/failure";
import { answerWith, startFakeNode } from "../../../support/fakeNode";
import { listening } from "../../../support/listening";
import { freePort } from "../../../support/ports";
import { codeWithinLimit } from "../../../support/timeLimits";

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  await Promise.all(closing.splice(0).map((close) => close()));
});

async function ask(
  answer: Parameters<typeof startFakeNode>[0],
  options: { timeoutMs?: number; signal?: AbortSignal; maxAnswerBytes?: number } = {},
): Promise<number> {
  const node = await startFakeNode(answer);
  const transport = createHttpTransport({ url: node.url, ...options });
  closing.push(node.close, transport.close);
  return getBlockNumber(createClient(transport, "group0"), options);
}

async function failure(promise: Promise<unknown>): Promise<ChainError> {
  const error = await errorOf(promise);
  expect(error.advice).toBeTruthy();
  expect(`${error.message} ${error.advice}`).not.toMatch(/\{\w+\}/);
  return error;
}

const sends = (body: string) => (_request: unknown, response: ServerResponse) => void response.end(body);

describe("HTTP transport", () => {
  it("asks with a numeric id, the group and the node", async () => {
    const node = await startFakeNode(answerWith({ getBlockNumber: 12 }));
    const transport = createHttpTransport({ url: node.url });
    closing.push(node.close, transport.close);
    expect(await getBlockNumber(createClient(transport, "group0", "n"))).toBe(12);
    expect(node.requests).toEqual([{ jsonrpc: "2.0", method: "getBlockNumber", params: ["group0", "n"], id: 1 }]);
  });

  it("leaves nothing on a signal that many requests share, answered or failed", async () => {
    const node = await startFakeNode(answerWith({ getBlockNumber: 12 }));
    const failing = await startFakeNode(sends("no JSON"));
    const { signal } = new AbortController();
    for (const { url, close } of [node, failing]) {
      const transport = createHttpTransport({ url });
      closing.push(close, transport.close);
      const client = createClient(transport, "group0");
      await Promise.allSettled(Array.from({ length: 12 }, () => getBlockNumber(client, { signal })));
    }
    expect(node.requests).toHaveLength(12);
    expect(getEventListeners(signal, "abort")).toEqual([]);
  });

  it.each([
    ["a node's error", '{"error":{"code":-32601,"message":"no"},"id":1,"jsonrpc":"2.0"}', "rpc", -32601],
    [
      "an error with a random id",
      '{"error":{"code":-32600,"message":"no"},"id":140076734759204,"jsonrpc":""}',
      "rpc",
      -32600,
    ],
    [
      "a refusal by the pool",
      '{"error":{"code":10001,"message":"BlockLimitCheckFail"},"id":1,"jsonrpc":"2.0"}',
      "txpool",
      10001,
    ],
    ["an HTML page", "<!DOCTYPE html><html></html>", "transport", "notANode"],
    ["half of JSON", '{"id":1,"jsonrpc":"2.0","resu', "decode", "notJson"],
    ["another JSON", '{"hello":1}', "decode", "notAnEnvelope"],
    ["a JSON list", "[1]", "decode", "notAnEnvelope"],
    ["another id", '{"id":7,"jsonrpc":"2.0","result":5}', "decode", "wrongId"],
    ["a result of another type", '{"id":1,"jsonrpc":"2.0","result":"5"}', "decode", "unexpectedShape"],
    ["an unsafe number", '{"id":1,"jsonrpc":"2.0","result":18446744073709551615}', "decode", "unexpectedShape"],
  ])("%s", async (_name, body, kind, code) => {
    const error = await failure(ask(sends(body)));
    expect([error.kind, error.code]).toEqual([kind, code]);
  });

  it("names the status of a web server", async () => {
    const error = await failure(ask((_request, response) => void response.writeHead(404).end("nothing here")));
    expect([error.kind, error.code]).toEqual(["transport", "notANode"]);
    expect(error.message).toContain("404");
  });

  it("gives up after the time limit", async () => {
    const code = await codeWithinLimit(async (timeoutMs) => (await failure(ask(() => undefined, { timeoutMs }))).code);
    expect(code).toBe("timedOut");
  });

  it("gives up when it is cancelled", async () => {
    const controller = new AbortController();
    const error = await failure(ask(() => controller.abort(), { signal: controller.signal }));
    expect([error.kind, error.code]).toEqual(["transport", "cancelled"]);
    expect((await failure(ask(() => undefined, { signal: AbortSignal.abort() }))).code).toBe("cancelled");
  });

  it("knows a connection that ends inside the answer", async () => {
    const half = await failure(
      ask((_request, response) => {
        response.writeHead(200, { "content-length": "100" });
        response.write('{"id":1,', () => response.destroy());
      }),
    );
    expect([half.kind, half.code]).toEqual(["transport", "connectionLost"]);
    const none = await failure(ask((_request, response) => void response.destroy()));
    expect([none.kind, none.code]).toEqual(["transport", "connectionLost"]);
  });

  it("knows that a connection closed under a huge request was closed for its size, and does not repeat it", async () => {
    let connections = 0;
    const server = createServer((socket) => {
      connections += 1;
      socket.on("error", () => undefined);
      socket.once("data", () => socket.destroy());
    });
    const port = await listening(server);
    const transport = createHttpTransport({ url: `127.0.0.1:${port}` });
    closing.push(transport.close, async () => void server.close());
    const error = await failure(transport.request("getCode", ["x".repeat(maxMessageBytes)]));
    expect([error.kind, error.code, connections]).toEqual(["transport", "requestTooLarge", 1]);
    expect(error.message).toContain("33554432");
  });

  it("stops reading a huge answer", async () => {
    const error = await failure(ask(sends(`{"id":1,"result":"${"x".repeat(5000)}"}`), { maxAnswerBytes: 1000 }));
    expect([error.kind, error.code]).toEqual(["transport", "answerTooLarge"]);
  });

  it("knows a closed port and a port that is no HTTP", async () => {
    const server = createServer((socket) => socket.once("data", () => socket.end("SSH-2.0-OpenSSH_9.6\r\n")));
    // one that no other test opens once it is closed
    const port = await listening(server, await freePort());
    const transport = createHttpTransport({ url: `127.0.0.1:${port}` });
    closing.push(transport.close);
    const client = createClient(transport, "group0");
    expect((await failure(getBlockNumber(client))).code).toBe("notANode");
    await new Promise((resolve) => server.close(resolve));
    expect((await failure(getBlockNumber(client))).code).toBe("connectionRefused");
  });

  it("refuses what is no address, an empty group, and requests after the end", async () => {
    for (const url of ["", "http://", "ftp://x", "http://u:p@x:1", "http://a b", "http://h:99999", "h:0"]) {
      expect(() => createHttpTransport({ url }), url).toThrow(ChainError);
    }
    const transport = createHttpTransport({ url: "127.0.0.1" });
    expect(transport.label).toBe("http://127.0.0.1:20200");
    expect((await failure(getBlockNumber(createClient(transport, "")))).code).toBe("noGroup");
    await transport.close();
    expect((await failure(getBlockNumber(createClient(transport, "group0")))).code).toBe("transportClosed");
  });

  it("says which groups there are when the group is wrong", async () => {
    const error = await failure(
      ask(({ method, id }, response) => {
        const body =
          method === "getGroupList"
            ? { id, result: { code: 0, groupList: ["group7", "group8"], msg: "success" } }
            : { id, error: { code: -32000, message: "Invalid request for the specified node" } };
        response.end(JSON.stringify(body));
      }),
    );
    expect([error.kind, error.code]).toEqual(["rpc", "unknownGroup"]);
    expect(error.message).toContain("group7, group8");
  });
});

describe("the token of an embedded chain", () => {
  it("is shown with its dev_ methods and with nothing else", async () => {
    const shown: (string | undefined)[] = [];
    const node = await startFakeNode((_request, response) => {
      shown.push(response.req.headers.authorization);
      response.end('{"id":1,"jsonrpc":"2.0","result":1}');
    });
    for (const devToken of ["T0ken", undefined]) {
      const transport = createHttpTransport({ url: node.url, devToken });
      closing.push(transport.close);
      for (const method of ["dev_mine", "getBlockNumber", "eth_call"]) {
        await transport.request(method, []).catch(() => undefined);
      }
    }
    closing.push(node.close);
    expect(shown).toEqual(["Bearer T0ken", undefined, undefined, undefined, undefined, undefined]);
  });

  it("lets a client mine on a chain that wants it, and nobody else", async () => {
    const chain = await startDevChain({ sealers: 1, observers: 0 });
    closing.push(() => chain.close());
    const [trusted, stranger] = [chain.devToken, undefined].map((devToken) =>
      createHttpTransport({ url: chain.url, devToken }),
    );
    expect(await trusted?.request("dev_mine", ["group0", 2])).toBe(2);
    const error = await failure(stranger?.request("dev_mine", ["group0", 2]) ?? Promise.resolve());
    expect(error.code).toBe(-32098);
    await Promise.all([trusted?.close(), stranger?.close()]);
  });
});
