import { afterAll, afterEach, beforeAll, expect, it, vi } from "vitest";
import { createClient, type NodeTransport } from "../../../src/chain/client/client";
import { getBlockByNumber } from "../../../src/chain/rpc/blocks";
import { createHttpTransport } from "../../../src/chain/transport/httpTransport";
import { type AskEditor, askingEditor, starterTransport } from "../../../src/debugger/inspect/starterChain";
import { type DevChain, startDevChain } from "../../../src/devchain/startDevChain";

let chain: DevChain;
let real: NodeTransport;
beforeAll(async () => {
  chain = await startDevChain({ port: 0, sealers: 1, observers: 0 });
  real = createHttpTransport({ url: chain.url });
});
afterAll(async () => {
  await real.close();
  await chain.close();
});
afterEach(() => vi.restoreAllMocks());

/** The editor's side, and the texts of nodes' answers that went by. */
function editor(came = (): unknown => undefined): { ask: AskEditor; texts: string[] } {
  const texts: string[] = [];
  const chainAnswer = async ({ method, params }: { method: string; params: readonly unknown[] }) => {
    const answer = await real.answer(method, params);
    texts.push(answer.text);
    came();
    // as between processes
    return structuredClone(answer);
  };
  return { ask: ((_: string, question: never) => chainAnswer(question)) as AskEditor, texts };
}

it("reads a node's answer once on its way from the socket to the debugger, and writes it never again", async () => {
  const written = vi.spyOn(JSON, "stringify");
  // what the chain writes, which is in this process, doesn't count
  const { ask, texts } = editor(() => written.mockClear());
  const parsed = vi.spyOn(JSON, "parse");
  const block = await getBlockByNumber(createClient(starterTransport(ask, "real"), "group0"), 0);
  expect(block.number).toBe(0);
  expect(texts).toHaveLength(1);
  const [text = ""] = texts;
  expect(text).toContain(block.hash);
  expect(parsed.mock.calls.filter(([each]) => String(each).includes(block.hash))).toEqual([[text]]);
  expect(written.mock.results.filter(({ value }) => String(value).includes(block.hash))).toEqual([]);
});

it("gives the node's errors, and those of a connection that can't be asked", async () => {
  const { ask } = editor();
  const client = createClient(starterTransport(ask, "real"), "group0");
  await expect(getBlockByNumber(client, 99)).rejects.toMatchObject({ kind: "rpc", code: 3006 });
  const error = { kind: "transport", code: "connectionLost", message: "It is gone." } as const;
  const gone = starterTransport((async () => ({ error })) as unknown as AskEditor, "real");
  await expect(getBlockByNumber(createClient(gone, "group0"), 0)).rejects.toMatchObject(error);
  const left = askingEditor((async () => Promise.reject(new DOMException("aborted", "AbortError"))) as AskEditor);
  await expect(left("begin", [])).rejects.toThrow("Canceled.");
});
