import { afterAll, describe, expect, it } from "vitest";
import { type FakeWindow, openWindow } from "../../support/window/fakeWindow";

describe("A new application", () => {
  let workbench: FakeWindow;
  afterAll(async () => workbench?.close());

  it("is not written in Restricted Mode", async () => {
    workbench = openWindow({ trust: false });
    void workbench.run("chainside.newApplication");
    await workbench.notification("This workspace isn't trusted, so nothing is run in it.").waitFor();
    expect(workbench.title).toBe("");
  });
});
