import { describe, expect, it } from "vitest";
import { withLanguage } from "../../../scripts/start/serveWorkbench";

describe("the language of VS Code in the browser", () => {
  const first = '<script nonce="a+/1=">performance.mark("x");</script>';
  const page = `<html><head>${first}<meta></head></html>`;

  it("is set by a script that the page's policy allows, before all others that need it", () => {
    expect(withLanguage(page, "zh-CN")).toBe(
      `<html><head>${first}<script nonce="a+/1=">globalThis._VSCODE_NLS_LANGUAGE = "zh-cn";</script><meta></head></html>`,
    );
  });

  it("is left alone without a locale, and in pages that have no such script", () => {
    expect(withLanguage(page, undefined)).toBe(page);
    expect(withLanguage("<html><script>1</script></html>", "zh-cn")).toBe("<html><script>1</script></html>");
  });

  it("ends no script", () => {
    // words of the page with its locale put in as it came
    expect(withLanguage(page, "</script>")).not.toContain('"</script>"');
  });
});
