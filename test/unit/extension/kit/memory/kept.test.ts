import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { InstanceCache } from "../../../../../src/extension/kit/memory/kept";
import { type ExtensionApp, extensionApp } from "../../../../support/extensionApp";

class Names extends Map<string, number> {}
class Heights extends Map<string, number> {}

describe("what is remembered", () => {
  it("is one object of each class, of its owner alone", () => {
    const [one, other] = [new InstanceCache(), new InstanceCache()];
    one.of(Names).set("a", 1);
    expect(one.of(Names).get("a")).toBe(1);
    expect(one.of(Heights).size).toBe(0);
    expect(other.of(Names).size).toBe(0);
  });

  describe("of a group", () => {
    let on: ExtensionApp;
    beforeAll(async () => {
      on = await extensionApp();
    });
    afterAll(() => on.dispose());

    it("outlives its session, and what is of the session does not", async () => {
      const { group } = on;
      group.kept.of(Names).set("a", 1);
      group.keptOfSession.of(Names).set("a", 1);
      await group.reopen();
      expect(group.kept.of(Names).get("a")).toBe(1);
      expect(group.keptOfSession.of(Names).size).toBe(0);
    });
  });
});
