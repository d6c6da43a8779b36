// What an assistant is told of a request that is signed elsewhere: nothing was signed, and the bytes of the file are those that were meant.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Assistant } from "../../../src/assistants/assistant";
import type { AssistantChain } from "../../../src/assistants/assistantChain";
import { toolsOf } from "../../../src/assistants/tools/toolsOf";
import { getBlockNumber } from "../../../src/chain/rpc/blocks";
import { resolveTarget } from "../../../src/chain/services/bfs/readLink";
import { allOperations, nouns } from "../../../src/operations/catalogue";
import { withoutKey } from "../../../src/operations/dryRun";
import type { AuditEntry } from "../../../src/signing/auditEntry";
import { readRequestFile } from "../../../src/signing/requestFile";
import { type AssistantBench, assistantBench } from "../../support/assistants";

describe("a request that is signed elsewhere", () => {
  let bench: AssistantBench;
  beforeAll(async () => {
    bench = await assistantBench();
  });
  afterAll(() => bench.close());

  /** An assistant whose account is an address alone. */
  async function keyless(access: "confirm" | "full") {
    const { session, signer } = bench;
    const written: AuditEntry[] = [];
    const log: string[] = [];
    const chain: AssistantChain = {
      connection: "test (local)",
      permit: { access, free: false, budget: 1 },
      session: async () => session,
      account: async () => ({
        address: signer.address,
        signer: withoutKey({ address: signer.address, suite: signer.suite }),
        keyless: true,
      }),
      resolve: () => (given) => resolveTarget(session, given),
      known: () => ({}),
      log: async (line) => void log.push(line),
      audit: {
        front: "assistant",
        check: async () => undefined,
        write: async (entry) => void written.push(entry),
        lost: (error) => {
          throw error;
        },
      },
    };
    const assistant = new Assistant(chain);
    const tools = toolsOf(await allOperations(), nouns, () => undefined);
    const call = (noun: string, operation: string, fields: object) => {
      const tool = tools.find(({ name }) => name === `${noun}_change`);
      if (!tool) throw new Error(noun);
      return assistant.call(tool, { operation, fields }, { ask: async () => ({ answer: "no" }) });
    };
    return { assistant, call, written, log };
  }

  it.each(["confirm", "full"] as const)(
    "comes as the file's content, and nothing is signed (access %s)",
    async (access) => {
      const { assistant, call, written, log } = await keyless(access);
      const { client } = bench.session;
      const height = await getBlockNumber(client);
      const answer = await call("config", "set", { key: "tx_count_limit", value: "1700" });
      expect(answer).toMatchObject({
        operation: "config set",
        status: "request",
        message: expect.stringContaining("Nothing was signed."),
      });
      const request = answer["request"] as { hash: string; sentence: string; consequences: string[]; file: string };
      const file = readRequestFile(request.file);
      expect(file.signature).toBeUndefined();
      expect(file.transaction.hash).toBe(request.hash);
      expect(file.claimed).toMatchObject({
        from: bench.signer.address,
        method: "setValueByKey(string,string)",
        sentence: request.sentence,
        arguments: [{ value: '"tx_count_limit"' }, { value: "1700" }],
      });
      expect(written).toEqual([expect.objectContaining({ event: "exported", hash: request.hash, front: "assistant" })]);
      expect(await getBlockNumber(client)).toBe(height);
      expect(bench.signatures()).toBe(0);
      // what goes elsewhere uses up none of what may be signed here
      expect(assistant.left).toBe(1);
      expect(log.join("\n")).toContain('"status":"request"');
    },
  );

  it("isn't given where it is longer than an assistant reads", async () => {
    const { call } = await keyless("confirm");
    const code = `0x${"60".repeat(150_000)}`;
    expect(await call("contract", "send-data", { contract: `0x${"5a".repeat(20)}`, data: code })).toMatchObject({
      status: "refused",
      message: expect.stringContaining("--request-out"),
    });
  });
});
