// What a query to a server says beside its texts and comments.
import { describe, expect, it } from "vitest";
import { readQuery } from "../../../src/history/servers/queryText";

describe("words of a query to MySQL", () => {
  it.each([
    "SELECT 1--1 INTO OUTFILE '/tmp/x'",
    "SELECT 1--\u00a0INTO OUTFILE '/tmp/x'",
    "SELECT 1 --/* */ INTO OUTFILE '/tmp/x'",
    "SELECT 1 -- a\nINTO OUTFILE '/tmp/x'",
    "SELECT 1 # a\nINTO OUTFILE '/tmp/x'",
    "SELECT 'a'INTO OUTFILE '/tmp/x'",
  ])("are found in %j", (sql) => {
    expect([...readQuery(sql, "mysql").words]).toContain("INTO");
  });

  it.each(["SELECT 1 -- INTO", "SELECT 1 --\tINTO", "SELECT 1 --", "SELECT 1 # INTO", "SELECT 1 /* INTO */"])(
    "are not those of its comments: %j",
    (sql) => {
      expect([...readQuery(sql, "mysql").words]).toEqual(["SELECT"]);
    },
  );
});

it("two hyphens are a comment of PostgreSQL, whatever follows", () => {
  expect([...readQuery("SELECT 1--1 INTO", "postgres").words]).toEqual(["SELECT"]);
});
