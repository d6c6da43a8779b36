import { describe, expect, it } from "vitest";
import type { Transport } from "../../../../src/chain/client/client";
import { createClient } from "../../../../src/chain/client/client";
import { simulate } from "../../../../src/chain/services/contract/simulate";
import type { ChainSession } from "../../../../src/chain/session";
import { privateKeySigner } from "../../../../src/crypto/privateKeySigner";
import { cryptoSuite } from "../../../../src/crypto/suites";
import { ChainError } from "../../../../src/errors/chainError";
import { clientError } from "../../../../src/errors/clientError";

const suite = cryptoSuite("standard");
const signer = await privateKeySigner(suite, new Uint8Array(32).fill(7));
const to = "0x00000000000000000000000000000000000000ab";

function chain(answer: () => unknown, nodeVersion = "3.16.4"): { session: ChainSession; asked: unknown[][] } {
  const asked: unknown[][] = [];
  const transport: Transport = {
    label: "http://h:1",
    request: async (method, params) => {
      asked.push([method, ...params]);
      return answer();
    },
    close: async () => undefined,
  };
  const session = { client: createClient(transport, "group0"), suite, nodeVersion } as ChainSession;
  return { session, asked };
}

const ran = (status: number, output: string) => () => ({ blockNumber: 9, status, output });

describe("trying a transaction out", () => {
  it("asks as its sender where the node allows", async () => {
    const { session, asked } = chain(ran(0, "0x01"));
    expect(await simulate(session, signer, { to, data: "0x1234" })).toEqual({
      kind: "ran",
      status: 0,
      output: "0x01",
      blockNumber: 9,
      asSender: true,
    });
    expect(asked).toHaveLength(1);
    expect(asked[0]).toHaveLength(6);
    expect(asked[0]?.slice(0, 5)).toEqual(["call", "group0", "", to, "0x1234"]);
  });

  it("asks as nobody before 3.4, and says so", async () => {
    const { session, asked } = chain(ran(16, "0x"), "3.2.0");
    expect(await simulate(session, signer, { to, data: "0x1234" })).toMatchObject({ status: 16, asSender: false });
    expect(asked[0]).toHaveLength(5);
  });

  it("asks nothing about what a call cannot carry", async () => {
    const { session, asked } = chain(ran(0, "0x"));
    expect(await simulate(session, signer, { data: "0x60" })).toEqual({ kind: "impossible", reason: "deployment" });
    expect(await simulate(session, signer, { to, data: "0x12", value: 1n })).toEqual({
      kind: "impossible",
      reason: "amount",
    });
    expect(asked).toEqual([]);
    // as nodes take it: no amount
    expect(await simulate(session, signer, { to, data: "0x12", value: "0x" })).toMatchObject({ kind: "ran" });
  });

  it("tells a node that tries out nothing that writes", async () => {
    const { session } = chain(ran(1, "0x"));
    expect(await simulate(session, signer, { to, data: "0x12" })).toEqual({ kind: "impossible", reason: "noWriting" });
  });

  it("takes a revert without a reason for a refused write on the classic executor only", async () => {
    const { session } = chain(ran(16, "0x"));
    const on = (version: string) =>
      simulate(
        {
          ...session,
          client: createClient(
            {
              label: "http://h:1",
              request: async (method) => (method === "call" ? ran(16, "0x")() : { blockNumber: 0, value: version }),
              close: async () => undefined,
            },
            "group0",
          ),
        },
        signer,
        { to, data: "0x12" },
      );
    expect(await on("0")).toEqual({ kind: "impossible", reason: "noWriting" });
    expect(await on("1")).toMatchObject({ kind: "ran", status: 16 });
    const words = "Execution tried to execute an operation which is restricted in static mode.";
    const reported = Buffer.from(words);
    const number = (value: number): string => value.toString(16).padStart(64, "0");
    const padded = reported.toString("hex").padEnd(Math.ceil(reported.length / 32) * 64, "0");
    for (const status of [1, 16]) {
      const older = chain(ran(status, `0x08c379a0${number(32)}${number(reported.length)}${padded}`));
      expect(await simulate(older.session, signer, { to, data: "0x12" })).toMatchObject({ reason: "noWriting" });
    }
    const reasoned = chain(ran(16, "0x08c379a0"));
    expect(await simulate(reasoned.session, signer, { to, data: "0x12" })).toMatchObject({ kind: "ran" });
  });

  it("answers with the failure of the question, but for a cancel", async () => {
    const error = new ChainError({ kind: "rpc", code: 10008, message: "Invalid signature", advice: "" });
    const failing = chain(() => {
      throw error;
    });
    expect(await simulate(failing.session, signer, { to, data: "0x12" })).toEqual({ kind: "failed", error });
    const cancelled = chain(() => {
      throw clientError("cancelled", { method: "call" });
    });
    await expect(simulate(cancelled.session, signer, { to, data: "0x12" })).rejects.toMatchObject({
      code: "cancelled",
    });
  });
});
