import { expect, it } from "vitest";
import { expressionAt } from "../../../src/extension/features/debugger/registerDebugger";

const under = (line: string): string | undefined => {
  const column = line.indexOf("|");
  const text = line.replace("|", "");
  const found = expressionAt(text, column);
  return found && text.slice(found.start, found.end);
};

it("takes what stands before a word with it, and nothing behind it", () => {
  expect(under("x = book[msg.sender][7].am|ount + 1;")).toBe("book[msg.sender][7].amount");
  expect(under("x = bo|ok[msg.sender][7].amount + 1;")).toBe("book");
  expect(under("x = book[msg.se|nder][7].amount;")).toBe("msg.sender");
  expect(under("total.of(a, b[1]).va|lue")).toBe("total.of(a, b[1]).value");
  expect(under("a + b.c|.d")).toBeUndefined();
  expect(under("(a + b).le|ngth")).toBe("length");
  expect(under("].le|ngth")).toBe("length");
  expect(under("x = 1|2;")).toBeUndefined();
  expect(under("  |  ")).toBeUndefined();
});
