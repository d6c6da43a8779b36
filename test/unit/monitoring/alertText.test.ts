import { expect, it } from "vitest";
import { alertText } from "../../../src/monitoring/watch/alertText";
import type { Finding } from "../../../src/monitoring/watch/judge";
import { englishAfterEach, useSources } from "../../support/chinese";

englishAfterEach();

const finding = { rule: { name: "lag" }, message: { text: "Nothing.", args: [] } } as unknown as Finding;

it("tells an alert with where it is, as the language writes it", () => {
  const placed = { ...finding, group: "group0", endpoint: "127.0.0.1:20200" };
  expect(alertText(finding)).toBe("lag: Nothing.");
  expect(alertText(placed)).toBe("lag (group0, 127.0.0.1:20200): Nothing.");
  useSources("zh-cn");
  expect(alertText({ ...finding, group: "group0" }, "没有。")).toBe("lag（group0）：没有。");
  expect(alertText(placed, "没有。")).toBe("lag（group0，127.0.0.1:20200）：没有。");
});
