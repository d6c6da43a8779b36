import { describe, expect, it } from "vitest";
import { EventsReading } from "../../../../../src/extension/features/events/eventsReading";
import { suiteApp } from "../../../../support/extensionApp";

describe("the reading of events", () => {
  const on = suiteApp();

  it("says nothing of a failure, and asks no more, when it was paused before the failure had its words", async () => {
    let say: (words: { message: string; advice: string }) => void = () => undefined;
    const worded = new Promise<{ message: string; advice: string }>((resolve) => {
      say = resolve;
    });
    const inWords = new Promise<void>((asked) => {
      Object.assign(on.app.errors, {
        words: () => {
          asked();
          return worded;
        },
      });
    });
    const group = new Proxy(on.group, {
      get: (target, name) =>
        name === "refreshHeight"
          ? () => Promise.reject(new Error("the node is gone"))
          : (Reflect.get(target, name, target) as unknown),
    });
    Object.assign(on.app.connections, { findGroup: () => group });
    const states: string[] = [];
    const content = { subject: { groupId: on.group.id, target: "", name: "" }, place: "in process · group0" };
    const reading = new EventsReading(on.app, content, {
      isVisible: () => true,
      tell: (name, value) => {
        if (name === "state") states.push((value as { live: string }).live);
      },
    });
    reading.run();
    await inWords;
    reading.pause(true);
    say({ message: "The node is gone.", advice: "" });
    await worded;
    await new Promise(setImmediate);
    expect(states).toEqual(["paused"]);
    reading.halt();
  });
});
