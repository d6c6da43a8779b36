import { describe, expect, it } from "vitest";
import { transact } from "../../../../../src/chain/transaction/transact";
import { foundLinks } from "../../../../../src/extension/features/documents/registerDocuments";
import { transactionRecord } from "../../../../../src/extension/features/documents/transactionRecord";
import { receiptRecord } from "../../../../../src/extension/flows/records/receiptRecord";
import { signerOf, suiteApp } from "../../../../support/extensionApp";
import { DocumentLink, Range, Uri } from "../../../../support/fakeVscode/values";
import { paidWei, payingContract } from "../../../../support/payingContract";

const hash = (index: number): string => `0x${String(index).padStart(64, "0")}`;

describe("links of a document", () => {
  it("stand on every hash that has none of its own, and compare it with those of its line alone", () => {
    const lines = Array.from({ length: 300 }, (_, index) => `  ${hash(index)}  ${hash(index + 1000)}`);
    const document = { lineCount: lines.length, lineAt: (line: number) => ({ text: lines[line] ?? "" }) };
    let compared = 0;
    const own = lines.map((_, line) => {
      const link = new DocumentLink(new Range(line, 2, line, 68) as never, undefined);
      const { range } = link;
      const intersection = range.intersection.bind(range);
      Object.assign(range, {
        intersection: (other: never) => {
          compared += 1;
          return intersection(other);
        },
      });
      return link;
    });
    const links = foundLinks(document as never, undefined, own as never);
    expect(links.map(({ range }) => [range.start.line, range.start.character])).toEqual(
      lines.map((_, line) => [line, 70]),
    );
    expect(compared).toBe(2 * lines.length);
  });

  it("of a chain's document ask that chain, whichever is in use", () => {
    const uri = Uri.from({
      scheme: "chainside",
      path: "/block.fisco",
      query: JSON.stringify({ groupId: "settings:other/group0", kind: "block", key: "1" }),
    });
    const links = foundLinks({ uri, lineCount: 1, lineAt: () => ({ text: hash(7) }) } as never, undefined, []);
    expect(links.map(({ target }) => decodeURIComponent(String(target)))).toEqual([
      expect.stringContaining(JSON.stringify({ kind: "text", text: hash(7), groupId: "settings:other/group0" })),
    ]);
  });
});

describe("documents of a transaction", () => {
  const on = suiteApp();

  it("have names and ether behind arguments, results, values of events and what was sent along", async () => {
    const { address, abi } = await payingContract(on, "Till");
    const signer = await signerOf(on);
    const send = async (value: bigint): Promise<string> => {
      const request = { to: address, data: abi.encodeCall("pay", [signer.address]), value };
      return (await transact(on.group.session, signer, request)).transactionHash;
    };
    const who = `${signer.address.toLowerCase()} (dev0)`;
    const sent = await transactionRecord(on.app, on.group, await send(1_500_000_000_000_000_000n));
    expect(sent.text).toContain(`to (address): ${who}`);
    expect(sent.text).toContain("Amount: 0x14d1120d7b160000 (1.5 ether)");
    const { text } = await receiptRecord(on.app, on.group, await send(0n));
    expect(text).toContain(`Result who (address): ${who}`);
    expect(text).toContain(`Result amount (uint256): ${paidWei} (2.5 ether)`);
    expect(text).toContain(`    who (address): ${who}`);
    expect(text).toContain(`    amount (uint256): ${paidWei} (2.5 ether)`);
  });
});
