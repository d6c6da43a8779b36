import { expect, it } from "vitest";
import { registerEvents } from "../../../../../src/extension/features/events/registerEvents";
import type { Target } from "../../../../../src/extension/kit/commands/target";
import { suiteApp } from "../../../../support/extensionApp";
import { host } from "../../../../support/fakeVscode/fakeHost";

const on = suiteApp();

it("offers the contracts of its own group, whichever group commands mean by now", async () => {
  const events = registerEvents(on.app);
  host.picks = [/All contracts/];
  await host.commands.get("chainside.findEvents")?.();
  const given: unknown[] = [];
  host.commands.set("chainside.findEvents", (target?: unknown) =>
    given.push((target as Target | undefined)?.group?.id),
  );
  host.panels[0]?.say({ type: "say", name: "choose", value: null });
  await expect
    .poll(() => given)
    .toEqual([on.group.id])
    .finally(() => events.dispose());
});
