import { describe, expect, it } from "vitest";
import { checkParameters } from "../../../src/chain/rpc/wireParameter";
import { ChainError } from "../../../src/errors/chainError";
import { explainError } from "../../../src/errors/dictionary";
import { argumentText } from "../../../src/text/argumentTrouble";
import {
  chosenLanguage,
  inChosenLanguage,
  languageOf,
  phrase,
  say,
  sayInEnglish,
  sayPhrase,
  t,
  text,
  useCatalogue,
} from "../../../src/text/catalogue";
import { englishAfterEach, useSources } from "../../support/chinese";

englishAfterEach();

describe("the catalogue", () => {
  it("knows the language of a locale", () => {
    for (const locale of ["zh", "zh-cn", "zh_CN.UTF-8", "zh-Hans", "ZH_tw"]) expect(languageOf(locale)).toBe("zh");
    for (const locale of ["", "en", "C", "POSIX", "zhx", "de_DE.UTF-8"]) expect(languageOf(locale)).toBe("en");
  });

  it("says English until a language is chosen, and what has no Chinese in English", () => {
    expect(t("{0} of {1}", 1, "two")).toBe("1 of two");
    useCatalogue("zh", (english) => ({ "{0} of {1}": "{1} 中的 {0}" })[english]);
    expect(t("{0} of {1}", 1, "two")).toBe("two 中的 1");
    expect(t("Nothing {0}", "else")).toBe("Nothing else");
    expect(say(text("{0} of {1}", "a", "b"))).toBe("b 中的 a");
    expect(sayInEnglish(text("{0} of {1}", "a", "b"))).toBe("a of b");
    expect(chosenLanguage()).toBe("zh");
    expect(inChosenLanguage({ en: "yes", zh: "是" })).toBe("是");
  });

  it("fills in what is given as it is: no placeholder of an argument is filled in again", () => {
    expect(t("{0} and {1}", "{1}", "$&")).toBe("{1} and $&");
    expect(t("{0} {7}", "a")).toBe("a {7}");
  });

  it("translates marked parts of a longer sentence, and nothing that only looks like one", () => {
    useCatalogue("zh", (english) => ({ marked: "已标记", plain: "不应出现" })[english]);
    expect([sayPhrase(phrase("marked")), sayPhrase("plain"), sayPhrase(7)]).toEqual(["已标记", "plain", 7]);
  });

  it("says in Chinese what a parameter must look like, also inside the explanation of an error", async () => {
    useSources("zh-cn");
    const method = { name: "getBlockByHash", parameters: [{ name: "hash", type: "hash" }] } as const;
    let wrong = new ChainError({ kind: "usage", code: "none", message: "" });
    try {
      checkParameters(method, ["0x1"]);
    } catch (error) {
      if (error instanceof ChainError) wrong = error;
    }
    expect((await explainError(wrong)).meaning).toContain("64 个十六进制字符");
    expect((await explainError(wrong, "en")).meaning).toContain("a hash of 0x and 64 hex digits");
  });
});

describe("what Node says of a command line", () => {
  const node = (code: string, message: string): Error => Object.assign(new TypeError(message), { code });
  it.each([
    [
      "ERR_PARSE_ARGS_UNKNOWN_OPTION",
      "Unknown option '--x'. To specify a positional argument starting with a '-', …",
      "unknown option --x",
    ],
    [
      "ERR_PARSE_ARGS_UNEXPECTED_POSITIONAL",
      "Unexpected argument 'x y'. This command does not take positional arguments",
      "unexpected argument x y",
    ],
    [
      "ERR_PARSE_ARGS_INVALID_OPTION_VALUE",
      "Option '-h, --help' does not take an argument",
      "--help doesn't take a value",
    ],
    ["ERR_PARSE_ARGS_INVALID_OPTION_VALUE", "Option '--port <value>' argument missing", "--port requires a value"],
    [
      "ERR_PARSE_ARGS_INVALID_OPTION_VALUE",
      "Option '--port' argument is ambiguous.\nDid you forget…",
      "a value that begins with a dash must be written as --port=VALUE",
    ],
  ])("%s %s", (code, message, words) => {
    expect(argumentText(node(code, message))).toBe(words);
  });

  it("leaves any other error as it is", () => {
    expect(argumentText(new Error("broken"))).toBe("broken");
    expect(argumentText("odd")).toBe("odd");
  });
});
