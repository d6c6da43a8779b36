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

it("says what is wrong where something is clicked while the chain isn't connected", async () => {
  const events = registerEvents(on.app);
  host.picks = [/All contracts/];
  await host.commands.get("chainside.findEvents")?.();
  const panel = host.panels.at(-1);
  on.connected = false;
  panel?.say({ type: "say", name: "open", value: { what: "block", key: "1" } });
  await expect
    .poll(() => on.errors)
    .toMatchObject([
      { code: "notConnected", details: { name: "in process · group0", connection: "settings:in process" } },
    ])
    .finally(() => events.dispose());
});
