// The node says at which address a table is, and with it to which contract a transaction goes.
import { beforeAll, describe, expect, it } from "vitest";
import { precompiledInterface } from "../../../src/chain/abi/precompiledContracts";
import { createClient } from "../../../src/chain/client/client";
import { openSession } from "../../../src/chain/openSession";
import type { ChainSession } from "../../../src/chain/session";
import type { UnsignedTransaction } from "../../../src/chain/transaction/signTransaction";
import { transact } from "../../../src/chain/transaction/transact";
import { hexToBytes } from "../../../src/crypto/bytes/hex";
import type { Signer } from "../../../src/crypto/cryptoSuite";
import { privateKeySigner } from "../../../src/crypto/privateKeySigner";
import { seededAccounts } from "../../../src/devchain/keys/seededKeys";
import { setValueOperation } from "../../../src/operations/kv/kv";
import { perform } from "../../../src/operations/perform";
import { insertRowOperation } from "../../../src/operations/table/table";
import { ChainInProcess, transportTo } from "../../support/chainInProcess";
import { operationNamed } from "../../support/operations";

describe.each(["standard", "sm"] as const)("a node that answers another table: %s", (suite) => {
  let honest: ChainSession;
  let signer: Signer;
  /** From which answer on it lies about where `scratch` and `rows_a` are. */
  let liesFrom = Number.POSITIVE_INFINITY;
  let asked = 0;
  let lying: ChainSession;

  beforeAll(async () => {
    const chain = await ChainInProcess.start({ accounts: 1, suite });
    const transport = transportTo(chain);
    honest = await openSession(createClient(transport, "group0"));
    const tables = precompiledInterface("TableManager", honest.suite);
    const open = (name: string): string => tables.encodeCall("openTable", [name]);
    const swapped = new Map([
      [open("scratch"), open("ledger")],
      [open("rows_a"), open("rows_b")],
    ]);
    const other: typeof transport = {
      ...transport,
      request: (method, params, ...rest) => {
        const instead = params.map((each) => swapped.get(String(each)) ?? each);
        const lies = instead.some((each, at) => each !== params[at]) && ++asked >= liesFrom;
        return transport.request(method, lies ? instead : params, ...rest);
      },
    };
    lying = await openSession(createClient(other, "group0"));
    const [account] = seededAccounts(honest.suite, "chainside", 1);
    signer = privateKeySigner(honest.suite, hexToBytes(account?.privateKey ?? ""));
    for (const table of ["scratch", "ledger"])
      await operationNamed("kv create").prepare({ session: honest }, { table, key: "id", value: "word" }).run(signer);
    for (const table of ["rows_a", "rows_b"])
      await operationNamed("table create")
        .prepare({ session: honest }, { table, key: "id", columns: ["word"] })
        .run(signer);
  });

  const changes = (session: ChainSession) => [
    setValueOperation.prepare({ session }, { table: "scratch", key: "a", value: "b" }),
    insertRowOperation.prepare({ session }, { table: "rows_a", row: { id: "1", word: "b" } }),
  ];

  it("shows the address, and signs to it", async () => {
    for (const change of changes(honest)) {
      const { lines } = await change.preview();
      const address = lines.find(({ label }) => label.startsWith("Address of the table"))?.value;
      let signedTo = "";
      const sign = async (unsigned: UnsignedTransaction): Promise<never> => {
        signedTo = unsigned.data.to;
        throw new Error("enough");
      };
      await expect(change.run(signer, { sign })).rejects.toThrow("enough");
      expect(signedTo).toBe(address);
    }
  });

  it("gets no signature, from whichever answer on it lies", async () => {
    for (const index of [0, 1])
      for (liesFrom = 1; liesFrom < 6; liesFrom++) {
        asked = 0;
        let signedTo: string | undefined;
        const change = changes(lying)[index];
        const reported = await (async () => {
          await change?.preview();
          await change?.run(signer, {
            sign: async ({ data }) => {
              signedTo = data.to;
              throw new Error("enough");
            },
          });
        })().catch((error: unknown) => error);
        if (signedTo === undefined) expect(reported).toMatchObject({ code: "tableElsewhere" });
        else {
          // It had no more occasion to lie.
          expect(asked).toBeLessThan(liesFrom);
        }
      }
    liesFrom = Number.POSITIVE_INFINITY;
  });

  it("gets no signature for another table than was shown, however consistent its second answer is", async () => {
    const [address, to] = ["0x11", "0x22"].map((each) => each.padEnd(42, "0")) as [`0x${string}`, `0x${string}`];
    const found = { address, foundBy: { path: "/tables/scratch", by: "table" } } as const;
    const lines = [{ label: "Address", value: address, found }];
    const asks: string[] = [];
    const write = (target: `0x${string}`) =>
      perform(
        {
          effect: "signs",
          preview: async () => ({ title: "Write", lines, notes: [], warnings: [], weight: "ordinary" }),
          run: async (account = signer, options = {}) => ({
            result: await transact(honest, account, { to: target, data: "0x" }, options),
          }),
        },
        {
          ...{ session: honest, signer, audit: undefined, place: { connection: "bank" } },
          terms: { access: "confirm", connection: "bank" },
          ask: async (request) => {
            asks.push(request.transaction?.data.to ?? "");
            return { to: request, answer: "no" };
          },
        },
      );
    await expect(write(to)).rejects.toMatchObject({ code: "tableElsewhere" });
    await expect(write(address)).rejects.toMatchObject({ code: "declined" });
    expect(asks).toEqual([address]);
  });
});
