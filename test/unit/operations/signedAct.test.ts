import { beforeAll, describe, expect, it } from "vitest";
import { contractInterface } from "../../../src/chain/abi/contractInterface";
import { createClient } from "../../../src/chain/client/client";
import { openSession } from "../../../src/chain/openSession";
import { link } from "../../../src/chain/services/bfs/link";
import { type ResolvedAddress, resolveAddress } from "../../../src/chain/services/bfs/readLink";
import { createTable } from "../../../src/chain/services/table/createTable";
import type { ChainSession } from "../../../src/chain/session";
import type { Signer } from "../../../src/crypto/cryptoSuite";
import { freshSigner } from "../../../src/crypto/privateKeySigner";
import type { ReadableRequest } from "../../../src/crypto/readableRequest";
import { deployment, functionTransaction } from "../../../src/operations/contract/transactions";
import { preparedSigning } from "../../../src/operations/kit/define";
import { loadedOperations } from "../../../src/operations/loaded";
import { readValues } from "../../../src/operations/model/fields";
import type { Operation, Prepared } from "../../../src/operations/model/operation";
import { perform } from "../../../src/operations/perform";
import { sqlOperation } from "../../../src/operations/table/sql";
import { insertRowOperation } from "../../../src/operations/table/table";
import type { Ask } from "../../../src/signing/consent";
import type { ShownRequest, Weight } from "../../../src/signing/request";
import { requestText } from "../../../src/signing/requestText";
import { shortHex } from "../../../src/text/shortText";
import { ChainInProcess, transportTo } from "../../support/chainInProcess";
import { englishAfterEach, useSources } from "../../support/chinese";

englishAfterEach();

const nameOf = ({ noun, verb }: Operation): string => `${noun} ${verb}`;

/** The least that each change of the catalogue weighs: what is new here has to say so. */
const heavy: Readonly<Record<string, Weight>> = {
  "account abolish": "irreversible",
  "account freeze": "grave",
  "committee init": "irreversible",
  "contract abolish": "irreversible",
  "contract upgrade": "grave",
  "proposal revoke": "grave",
  "proposal vote": "grave",
  "shard make": "grave",
  "shard link": "grave",
  "table remove": "grave",
  "table remove-matching": "grave",
};

it("each change of the catalogue weighs what is written here", () => {
  const changes = loadedOperations.filter(({ effect }) => effect === "signs");
  const found = changes.flatMap((each) => (each.weight ? [[nameOf(each), each.weight] as const] : []));
  expect(Object.fromEntries(found)).toEqual(heavy);
});

/** A value of each kind, none of which stands in a title by chance. */
const example: Readonly<Record<string, string>> = {
  text: "tx_count_limit",
  path: "/apps/made",
  node: "ab".repeat(64),
  account: `0x${"1a".repeat(20)}`,
  contract: `0x${"2b".repeat(20)}`,
  integer: "17",
  amount: "19",
  flag: "true",
  texts: "first",
  values: "id=1",
  arguments: "[]",
  conditions: "id = 1",
  json: "[]",
};

/** Changes without anything to name, one that says its value in words, and those whose title needs what stands at an address. */
const nameless = new Set([
  "bfs fix",
  "committee propose-deploy-policy",
  "contract deploy",
  "contract send",
  "contract send-data",
]);

it.each(["English", "Chinese"])("the title of each change says what it is done to (%s)", async (language) => {
  if (language === "Chinese") useSources("zh-cn");
  const session = await openSession(createClient(transportTo(await ChainInProcess.start()), "group0"));
  const silent: string[] = [];
  const failed: string[] = [];
  for (const operation of loadedOperations.filter(({ effect }) => effect === "signs")) {
    if (nameless.has(nameOf(operation))) continue;
    const given = Object.fromEntries(
      Object.entries(operation.fields)
        .filter(([, { optional }]) => !optional)
        .map(([name, { kind, among }]) => [name, among?.[0] ?? example[kind] ?? "1"]),
    );
    const values = await readValues(operation.fields, given, async (address) => address as `0x${string}`);
    const reported = await operation
      .prepare({ session }, values)
      .report?.()
      .catch(() => void failed.push(nameOf(operation)));
    const names = Object.values(given).flatMap((value) => [value, shortHex(value)]);
    if (reported && !names.some((name) => reported.title.includes(name)))
      silent.push(`${nameOf(operation)}: ${reported.title}`);
  }
  expect(silent).toEqual([]);
  // without a committee, a table, or a shard on this chain, nothing is said of some
  expect(failed.length).toBeLessThan(12);
});

describe("what is asked of a person", () => {
  let session: ChainSession;
  let signer: Signer;
  let sent: ReadableRequest | undefined;
  beforeAll(async () => {
    session = await openSession(createClient(transportTo(await ChainInProcess.start()), "group0"));
    const key = freshSigner(session.suite);
    signer = {
      ...key,
      sign: async (hash, request) => {
        sent = (await request?.()) as ReadableRequest | undefined;
        return key.sign(hash);
      },
    };
  });

  async function asked<Result>(prepared: Prepared<Result>): Promise<{ request: ShownRequest; result: Result }> {
    let seen: ShownRequest | undefined;
    const ask: Ask = async (request) => {
      seen = request;
      return { to: request, answer: "yes", typed: request.act.target ?? "" };
    };
    const terms = { access: "confirm", connection: "here" } as const;
    const outcome = await perform(prepared, {
      session,
      signer,
      terms,
      audit: undefined,
      place: { connection: "here" },
      ask,
    });
    if (!seen || !("result" in outcome)) throw new Error("nothing was asked");
    return { request: seen, result: outcome.result };
  }

  const signedLine = async (request: ShownRequest, label: string): Promise<string | undefined> =>
    (await requestText(request, undefined)).signed.find((line) => line.label === label)?.value;

  it("says by what the recipient was found, and how long the limit is", async () => {
    const abi = contractInterface(
      [{ type: "function", name: "set", stateMutability: "nonpayable", inputs: [], outputs: [] }],
      session.suite,
    );
    // code that returns nothing, whatever it is called with
    const made = { abi, abiText: "[]", code: "0x6001600c60003960016000f300", values: [], name: "Plain" };
    const { result, request } = await asked(preparedSigning({ session }, made, deployment));
    expect(await signedLine(request, "Recipient")).toBe("none: a contract is deployed");
    const address = result.contractAddress as `0x${string}`;
    await link(session, signer, { path: "/apps/Plain/1.0", address });
    const send = async ({ address: to, ...led }: ResolvedAddress) => {
      const contract = { name: to, address: to, abi, ...led };
      const values = { contract, called: abi.getFunction("set"), values: [], amount: 0n };
      return (await asked(preparedSigning({ session }, values, functionTransaction))).request;
    };
    const plain = await send({ address });
    expect(await signedLine(plain, "Recipient")).toBe(address);
    expect(plain.act.title).toBe(`Call set of ${address}`);
    const found = await send(await resolveAddress(session, "/apps/Plain/1.0"));
    const by = "a link of the chain's file system, by the node's word";
    expect(await signedLine(found, "Recipient")).toBe(`${address} (/apps/Plain/1.0, found by ${by})`);
    expect(sent?.recipient).toEqual({ name: "/apps/Plain/1.0", foundBy: by });
    expect(found.act.lines).toContainEqual({ label: "Found by", value: `/apps/Plain/1.0 · ${by}` });
    // what was found for one request isn't known to the next
    expect(await signedLine(await send({ address }), "Recipient")).toBe(address);
    expect(await signedLine(found, "Block limit")).toMatch(
      /^block \d+, at most 500 blocks from now \(about \d+ \w+, at the pace of the last \d+\)$/,
    );
  });

  it("says which table answered for the address of a row", async () => {
    await createTable(session, signer, { table: "kept", keyField: "id", valueFields: ["name"] });
    const { request } = await asked(
      insertRowOperation.prepare({ session }, { table: "kept", row: { id: "1", name: "Ann" } }),
    );
    expect(request.act.recipient?.name).toBe("/tables/kept");
    expect(await signedLine(request, "Recipient")).toContain("found by the table's manager, link, and code");
    const sql = sqlOperation.prepare({ session }, { statement: "insert into kept values ('2', 'Bob')" });
    expect((await asked(sql)).request.act.recipient?.name).toBe("/tables/kept");
  });
});
