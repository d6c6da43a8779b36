import { afterEach, describe, expect, it } from "vitest";
import { clientError } from "../../../src/errors/clientError";
import { explainError } from "../../../src/errors/dictionary";
import { say, sayInEnglish, text, useCatalogue } from "../../../src/text/catalogue";
import { clauses, joinSentences, labelled, listed, noted, separated, stopped } from "../../../src/text/joining";

afterEach(() => useCatalogue("en"));

describe("in Chinese", () => {
  it("marks between parts have full width, and no blank beside them", () => {
    useCatalogue("zh");
    expect(listed(["node0", "node1"])).toBe("node0、node1");
    expect(clauses(["区块 3", "", "group0"])).toBe("区块 3，group0");
    expect(separated(["a, b", "c"])).toBe("a, b；c");
    expect(labelled("哈希", "0x12")).toBe("哈希：0x12");
    expect(noted("管理员", "无")).toBe("管理员（无）");
    expect(joinSentences(stopped("直连"), "接受：白名单未启用。")).toBe("直连。接受：白名单未启用。");
  });

  it("a list takes the separators of the language that it is said in", async () => {
    useCatalogue("zh", (english) => (english === "known: {0}" ? "可用：{0}" : undefined));
    const message = text("known: {0}", ["a", "b"]);
    expect(say(message)).toBe("可用：a、b");
    expect(sayInEnglish(message)).toBe("known: a, b");
    const error = clientError("unknownFunction", { function: "f", candidates: ["get()", "set(string)"] });
    expect(error.advice).toContain("get(), set(string)");
    expect((await explainError(error)).advice).toContain("get()、set(string)");
  });
});

it("in English they are those of English", () => {
  expect(listed([1, 2])).toBe("1, 2");
  expect(labelled("Hash", "0x12")).toBe("Hash: 0x12");
  expect(noted("admin", "none")).toBe("admin (none)");
  expect(noted("admin", "")).toBe("admin");
  expect(joinSentences(stopped("directly connected"), "", "Accepted.")).toBe("directly connected. Accepted.");
});
