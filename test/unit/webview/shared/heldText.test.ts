import { expect, it } from "vitest";
import { heldText } from "../../../../src/webview/shared/heldText";

/** As a browser's text area: line ends become `\n`. */
function textArea(): { value: string } {
  let text = "";
  return {
    get value() {
      return text;
    },
    set value(given) {
      text = given.replace(/\r\n?/g, "\n");
    },
  };
}

it("gives a text back as it was until it is edited", () => {
  const control = textArea();
  const read = heldText(control, "a\r\nb");
  expect(control.value).toBe("a\nb");
  expect(read()).toBe("a\r\nb");
  control.value = "a\nb.";
  expect(read()).toBe("a\nb.");
});
