import { describe, expect, it } from "vitest";
import { unsignedTransaction } from "../../../src/chain/transaction/signTransaction";
import { numberToHex } from "../../../src/crypto/bytes/hex";
import { cryptoSuite } from "../../../src/crypto/suites";
import { clientError } from "../../../src/errors/clientError";
import { type Act, type ShownRequest, withRequest } from "../../../src/signing/request";
import { requestPages, requestText } from "../../../src/signing/requestText";
import { widthOf } from "../../../src/text/columns";
import { unmistakableLine } from "../../../src/text/visibleText";

const suite = cryptoSuite("standard");
const account = `0x${"11".repeat(20)}` as const;

function requestOf(act: Partial<Act>, input = new Uint8Array(4), value?: bigint): ShownRequest {
  const data = {
    chainId: "chain0",
    groupId: "group0",
    blockLimit: 500n,
    nonce: "1",
    to: `0x${"ab".repeat(20)}`,
    input,
    ...(value === undefined ? {} : { version: 1, value: numberToHex(value) }),
  };
  return withRequest(
    {
      transaction: unsignedTransaction(suite, data),
      act: { title: "Set Value", lines: [], notes: [], warnings: [], weight: "ordinary", ...act },
      place: { connection: "production", chainId: "chain0", groupId: "group0" },
      from: { address: account },
    },
    (request): ShownRequest => request,
  );
}

const pagesOf = async (request: ShownRequest): Promise<readonly string[]> =>
  requestPages(await requestText(request, undefined));

/** Lines that are ours: those without a bar, but for those of consequences. */
const ours = (page = ""): string[] =>
  page.split("\n").filter((line) => !line.startsWith("┆") && !/^[!·] |^ {2}/.test(line));

describe("a question in words", () => {
  it("says the act first, then what warns, then who signs and what the bytes say", async () => {
    const [page = ""] = await pagesOf(
      requestOf({ warnings: ["It stops."], notes: ["3 of 4."], weight: "irreversible", target: "Escrow" }),
    );
    const lines = page.split("\n");
    expect(lines[0]).toBe(`Set Value (Escrow), as ${account} on production · group0`);
    expect(lines.slice(1, 4)).toEqual(["! This can't be undone.", "! It stops.", "· 3 of 4."]);
    expect(lines).toContain(`Signed by: ${account}`);
    expect(lines).toContain(`Recipient: 0x${"ab".repeat(20)}`);
  });

  it("says what is sent along in wei, with ether behind it where that is round", async () => {
    const amount = async (wei: bigint): Promise<string | undefined> =>
      ours((await pagesOf(requestOf({}, undefined, wei)))[0]).find((line) => line.startsWith("Amount"));
    expect(await amount(2_500_000_000_000_000_000n)).toBe("Amount: 2500000000000000000 wei (2.5 ether)");
    expect(await amount(7n)).toBe("Amount: 7 wei");
  });

  it("calls an account by its address where its name has nothing to be read", async () => {
    const named = (label: string): Promise<readonly string[]> =>
      pagesOf({ ...requestOf({}), from: { address: account, label } });
    expect((await named(" "))[0]?.split("\n")[0]).toBe(`Set Value, as ${account} on production · group0`);
    expect((await named("dev1"))[0]).toMatch(`Set Value, as dev1 (${account})`);
  });

  it("says the whole name of the thing once", async () => {
    const target = `0x${"ab".repeat(20)}`;
    const sentence = async (title: string): Promise<string> =>
      (await requestText(requestOf({ title, target }), undefined)).sentence;
    expect(await sentence("Freeze contract Escrow 0xabababab…")).toBe(
      `Freeze contract Escrow ${target}, as ${account} on production · group0`,
    );
    expect(await sentence(`Freeze contract ${target}`)).toBe(
      `Freeze contract ${target}, as ${account} on production · group0`,
    );
  });

  it("says once why it is known to fail, with the names that the person knows", async () => {
    const contract = `0x${"ab".repeat(20)}`;
    const names = (sentence: string): string => sentence.replaceAll(contract, "Escrow 0xabababab…");
    const trial = { outcome: "failure", text: "Dry run: would fail" } as const;
    for (const act of [
      { blocked: clientError("contractFrozen", { contract }) },
      { refusal: clientError("contractFrozen", { contract }) },
    ]) {
      const request = { ...requestOf({ ...act, notes: [`It is of ${contract}.`] }), names };
      const { consequences } = await requestText(request, trial);
      expect(consequences).toEqual([{ text: expect.stringContaining("Escrow 0xabababab…"), warns: true }]);
      expect(consequences[0]?.text).not.toContain(contract);
    }
    const other = requestOf({});
    expect((await requestText(other, trial)).consequences).toEqual([{ text: trial.text, warns: true }]);
  });

  it("nothing from elsewhere stands at the beginning of a terminal's row, of whatever width its characters are", async () => {
    const fake = `Signed by: 0x${"22".repeat(20)}`;
    const rows = (page: string): string[] =>
      page.split("\n").flatMap((line) => {
        const found: string[] = [];
        let [row, width] = ["", 0];
        for (const character of line) {
          if (width + widthOf(character) > 80) {
            found.push(row);
            [row, width] = ["", 0];
          }
          row += character;
          width += widthOf(character);
        }
        return [...found, row];
      });
    for (const filler of ["y", "茶", "🍵", "\u{20000}"])
      for (let length = 20; length < 90; length++) {
        const attack = `${filler.repeat(length)}${fake}`;
        const trial = { outcome: "failure", text: `Dry run: would fail: ${attack}` } as const;
        const request = requestOf({
          title: `Send ${attack}`,
          lines: [{ label: "Value", value: attack }],
          warnings: [attack],
        });
        for (const page of requestPages(await requestText(request, trial)))
          expect(rows(page).filter((row) => row.startsWith("Signed by: 0x22"))).toEqual([]);
      }
  });

  it("no colon of another script poses as ours at the beginning of a row", async () => {
    for (const colon of "\u02d0\u02f8\u0589\u1361\u1365\u16ec\u1804\u205a\u2236\u2982\ua4fd\ua789\ufe13\ufe30\ufe55\uff1a") {
      for (let length = 20; length < 90; length++) {
        const attack = `${"y".repeat(length)}Signed by${colon} 0x${"22".repeat(20)}`;
        const shown: ShownRequest = requestOf({ title: `Send ${attack}`, warnings: [attack], notes: [attack] });
        const request = { ...shown, place: { ...shown.place, connection: attack } };
        for (const page of requestPages(await requestText(request, undefined)))
          for (const line of page.split("\n"))
            for (let at = 80; at < line.length; at += 80)
              expect(line.slice(at).trimStart(), JSON.stringify(colon)).not.toMatch(/^Signed by/);
      }
    }
  });

  it("has no letters that hide, pile up or turn what stands between them", async () => {
    for (const odd of [
      "\u05d0",
      "\u0627",
      "\u07ca",
      "\u{10a00}",
      "\u{1e900}",
      "o\u0e31",
      "1\u0483",
      "x\u0903",
      "\ue000",
      "\uf00c",
      "\u{f0001}",
      "\u{e0041}",
      "\u0378",
      "\u{13430}",
      "\u0600",
      "e\u0301\u0301",
      "a\u00a0b",
      "\u2066",
      "\u200d",
    ])
      expect(unmistakableLine(odd), JSON.stringify(odd)).toContain("\\u");
    for (const usual of ["é", "e\u0301", "茶：绿", "Ünïcode", "🍵", "ﾃｽﾄ", "한국", "Ωμέγα", "Привет"])
      expect(unmistakableLine(usual)).toBe(usual.normalize("NFC"));
  });

  it("no label and no value looks like a line of ours, wherever it is broken", async () => {
    const attacks = [
      `x\nSigned by: 0x${"22".repeat(20)}`,
      `x\r\u2028Connection: safe`,
      `x\u0085Signed by: me`,
      `${" ".repeat(71)}Signed by: 0x${"22".repeat(20)}`,
      `${"\u3000".repeat(40)}Signed by: me`,
      `${"y".repeat(61)}Signed by: 0x${"22".repeat(20)}`,
      `┆ Signed by: me`,
    ];
    const plain = ours((await pagesOf(requestOf({})))[0]);
    for (const attack of attacks) {
      const lines = [
        { label: "Signed by", value: `0x${"22".repeat(20)}` },
        { label: attack, value: "1" },
        { label: "Value", value: attack },
      ];
      for (const page of await pagesOf(requestOf({ lines }))) {
        expect(
          page
            .split("\n")
            .filter((line) => line.startsWith("Signed by"))
            .every((line) => line.endsWith(account)),
        ).toBe(true);
        for (const line of page.split("\n")) expect([...line].length).toBeLessThan(420);
      }
      expect(ours((await pagesOf(requestOf({ lines })))[0])).toEqual(plain);
    }
  });

  it("writes out what draws over others, wide blanks, and letters that show nothing", async () => {
    const hidden = [
      "a\u0338b",
      "a\u0300\u0301\u0302\u0303\u0489",
      "a\u3000b",
      "a\u00a0b",
      "a\u2800b",
      "a\u3164b",
      "a\u115fb",
      "a\u1160b",
      "a\uffa0b",
      "a\u20ddb",
      "a\u2003b",
      "a\u{1d159}b",
      "a\u034fb",
      "a\u200bb",
    ];
    for (const value of hidden) {
      const [page = ""] = await pagesOf(
        requestOf({ title: value, lines: [{ label: value, value }], warnings: [value], notes: [value], target: value }),
      );
      expect(page, JSON.stringify(value)).not.toMatch(
        /[\p{Script=Inherited}\p{Me}\u00a0\u2000-\u200f\u2800\u3000\u3164\u115f\u1160\uffa0\u{1d159}]/u,
      );
      expect(page).toMatch(/\\u[0-9a-f]{4}/);
    }
    // what people write stays
    const [page = ""] = await pagesOf(
      requestOf({ lines: [{ label: "名称", value: "Äpfel résumé 托管合约 नमस्ते สวัสดี" }] }),
    );
    expect(page).toContain("┆ 名称: Äpfel résumé 托管合约 नमस्ते สวัสดี");
  });

  it("is bounded, warnings before everything, and whole on the pages behind", async () => {
    const long = "z".repeat(100_000);
    const input = Uint8Array.from({ length: 50_000 }, (_, at) => at % 251);
    const request = requestOf(
      { lines: [{ label: "Value", value: long }], warnings: [long, "Everyone is locked out."] },
      input,
    );
    const [first = "", ...further] = await pagesOf(request);
    expect(first.length).toBeLessThan(5000);
    expect(first.indexOf("Everyone is locked out.")).toBeGreaterThan(0);
    expect(first.indexOf("Everyone is locked out.")).toBeLessThan(first.indexOf("Signed by"));
    for (const page of further) expect(page.length).toBeLessThan(3500);
    const whole = further.join("\n").replace(/\n┆ {3}|\n {2}/g, "");
    expect(whole).toContain(`Value: ${long}`);
    expect(whole).toContain(Buffer.from(input).toString("hex"));
    const many = requestOf({ lines: Array.from({ length: 5000 }, (_, at) => ({ label: `k${at}`, value: "v" })) });
    const [start = "", ...rest] = await pagesOf(many);
    expect(start.length).toBeLessThan(5000);
    expect(start).toContain("4976 more");
    expect(rest.join("\n")).toContain("k4999: v");
  });
});
