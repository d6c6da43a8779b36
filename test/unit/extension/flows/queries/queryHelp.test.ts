import { describe, expect, it } from "vitest";
import { queryCompletions, queryHover } from "../../../../../src/extension/flows/queries/queryHelp";
import { namedTables, queryWords } from "../../../../../src/extension/flows/queries/queryWords";
import type { QueryTable } from "../../../../../src/history/service/messages";

const tables: readonly QueryTable[] = [
  {
    name: "blocks",
    kind: "table",
    columns: [
      { name: "number", type: "int" },
      { name: "time", type: "time" },
    ],
  },
  {
    name: "event_Token_Transfer",
    kind: "table",
    columns: [
      { name: "tx", type: "int" },
      { name: "value", type: "big" },
    ],
    standsFor: { kind: "event", contract: "Token", signature: "Transfer(address,address,uint256)" },
  },
];

/** What is offered at `|`. */
const offered = (text: string): string[] =>
  queryCompletions(text.replace("|", ""), text.indexOf("|"), tables).map(({ label }) =>
    typeof label === "string" ? label : label.label,
  );
const messageOf = (text: string): string | undefined =>
  queryHover(text.replace("|", ""), text.indexOf("|"), tables)?.value;

describe("what helps to write a query", () => {
  it("reads words without comments and texts", () => {
    const words = queryWords("select 'from x' /* from y */, \"a b\" -- from z\nFROM blocks");
    expect(words.map(({ text }) => text)).toEqual(["select", ",", "a b", "FROM", "blocks"]);
    expect(queryWords("'never closed /* -- ")).toEqual([]);
  });

  it("knows tables by the names that they have in the query", () => {
    const named = namedTables(queryWords("FROM blocks AS b, event_Token_Transfer t JOIN calls USING (tx) WHERE 1"));
    expect(Object.fromEntries(named)).toEqual({ b: "blocks", t: "event_token_transfer", calls: "calls" });
  });

  it("offers tables behind FROM, columns behind a dot, and both elsewhere", () => {
    expect(offered("SELECT * FROM |")).toEqual(["blocks", "event_Token_Transfer"]);
    expect(offered("SELECT * FROM ev|")).toEqual(["blocks", "event_Token_Transfer"]);
    expect(offered("SELECT t.| FROM event_Token_Transfer t")).toEqual(["tx", "value"]);
    expect(offered("SELECT t.va| FROM event_Token_Transfer t")).toEqual(["tx", "value"]);
    expect(offered("SELECT | FROM blocks").slice(0, 3)).toEqual(["number", "time", "blocks"]);
    expect(offered("SELECT nothing.| FROM blocks")).toEqual([]);
  });

  it("says what a table stands for, and whose a column is", () => {
    expect(messageOf("SELECT 1 FROM event_Token_|Transfer")).toContain(
      "event Transfer(address,address,uint256) of Token",
    );
    expect(messageOf("SELECT val|ue FROM event_Token_Transfer")).toContain("event\\_Token\\_Transfer");
    expect(messageOf("SELECT val|ue FROM blocks")).toBeUndefined();
    expect(messageOf("SELECT big|sum(1)")).toBe("Exact sum of wide integers");
  });

  it("takes a text of any length in linear work", () => {
    const began = queryWords(`SELECT ${"a,".repeat(90_000)} 1`);
    expect(began.length).toBeGreaterThan(180_000);
    expect(queryWords("a ".repeat(200_000))).toEqual([]);
  });
});
