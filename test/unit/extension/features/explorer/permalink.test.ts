import { describe, expect, it } from "vitest";
import { linkedPage, permalink } from "../../../../../src/extension/features/explorer/permalink";
import { checkedFilter } from "../../../../../src/pages/explorer/historyView";
import type { ExplorerQuestion } from "../../../../../src/webview/explorer/messages";
import { Uri } from "../../../../support/fakeVscode/values";

const chainKey = "chain0/group0/0xabc";
const address = `0x${"ab".repeat(20)}`;

describe("links to pages of the explorer", () => {
  it.each([
    [{ kind: "overview" }, { kind: "overview" }],
    [
      { kind: "blocks", count: 25, before: 12 },
      { kind: "blocks", count: 25, before: 12 },
    ],
    [
      { kind: "block", number: 7 },
      { kind: "find", text: "7" },
    ],
    [
      { kind: "address", address },
      { kind: "find", text: address },
    ],
    [
      { kind: "find", text: "/apps/hello & more" },
      { kind: "find", text: "/apps/hello & more" },
    ],
  ] satisfies [ExplorerQuestion, ExplorerQuestion][])("lead to what was shown: %j", (shown, question) => {
    expect(linkedPage(Uri.parse(permalink("chainside.chainside", chainKey, shown)))).toEqual({ chainKey, question });
  });

  it.each([
    ["/other", '{"chain":"a","show":"overview"}'],
    ["/explorer", '{"show":"overview"}'],
    ["/explorer", '{"chain":"a","show":"delete","text":"all"}'],
    ["/explorer", `{"chain":"a","show":"find","text":"${"x".repeat(201)}"}`],
    ["/explorer", "chain=a&show=overview"],
    ["/explorer", "[".repeat(1000)],
  ])("lead nowhere that isn't one: %s %s", (path, query) => {
    expect(linkedPage({ path, query })).toBeUndefined();
  });
});

it("a filter is what it should be, or nothing", () => {
  const odd = { call: 5, failed: "yes", from: "1; DROP", to: Number.NaN, order: "constructor" };
  expect(checkedFilter(odd as never)).toEqual({});
  expect(checkedFilter({ call: "o'", failed: true, from: 5, order: "gas" })).toEqual({
    ...{ call: "o'", failed: true, from: 5, order: "gas" },
  });
});
