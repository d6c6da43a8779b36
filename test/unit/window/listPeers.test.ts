import { afterEach, expect, it } from "vitest";
import { listening } from "../../support/listening";
import { olderNode } from "../../support/olderNode";
import { type FakeWindow, openWindow } from "../../support/window/fakeWindow";

let window: FakeWindow;
afterEach(() => window.close());

it.each([
  ["en", "List Peers of a Node", /JSON-RPC address/, "Only its peers can be read"],
  ["zh-cn", "查看节点的 P2P 连接", /JSON-RPC/, "只能读取"],
] as const)("a node of 2.x shows its peers without a connection (%s)", async (locale, title, prompt, said) => {
  const older = olderNode({ groups: [2] });
  try {
    const url = `http://127.0.0.1:${await listening(older)}`;
    window = openWindow({ locale });
    await window.command(title);
    await window.answer(prompt, url);
    await expect.poll(() => window.editorText()).toContain(said);
    const text = await window.editorText();
    for (const part of ["10.0.0.2:30300", "c3c3c3c3…"]) expect(text).toContain(part);
    expect(text).toMatch(/✗ old1.*config\.ini:13/);
  } finally {
    older.close();
  }
});
