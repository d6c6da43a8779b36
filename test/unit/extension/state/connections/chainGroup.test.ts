import { beforeEach, describe, expect, it } from "vitest";
import { ChainGroup } from "../../../../../src/extension/state/connections/chainGroup";

/** A node that answers when the test says so, in the order in which it was asked. */
class SlowNode {
  readonly #waiting: ((height: number) => void)[] = [];
  readonly node = "";
  readonly group = "group0";
  readonly transport = {
    request: (): Promise<unknown> => new Promise((resolve) => this.#waiting.push(resolve)),
  };
  answer(height: number): void {
    this.#waiting.shift()?.(height);
  }
}

describe("the height of a group", () => {
  let node: SlowNode;
  let group: ChainGroup;
  let heights: (number | undefined)[];
  const open = (origin: "embedded" | "session"): void => {
    node = new SlowNode();
    group = new ChainGroup({ origin } as never, { client: node } as never, "0x00");
    heights = [];
    group.onDidChange((change) => {
      if (change === "height") heights.push(group.height);
    });
  };
  beforeEach(() => open("embedded"));
  const answered = async (height: number): Promise<number> => {
    const asked = group.refreshHeight();
    node.answer(height);
    return asked;
  };

  it("is not lowered by an answer that is older than what was heard since", async () => {
    expect(await answered(3)).toBe(3);
    const asked = group.refreshHeight();
    group.noteHeight(5);
    node.answer(4);
    expect(await asked).toBe(5);
    expect(heights).toEqual([3, 5]);
  });

  it("takes a greater answer, whatever was heard", async () => {
    const asked = group.refreshHeight();
    group.noteHeight(5);
    node.answer(6);
    expect(await asked).toBe(6);
  });

  it("is lowered at once on an embedded chain that went back", async () => {
    await answered(9);
    expect(group.setBacks).toBe(0);
    expect(await answered(2)).toBe(2);
    expect(group.setBacks).toBe(1);
  });

  it("grows with a receipt, and is not lowered by one", () => {
    group.noteBlock(4);
    group.noteBlock(2);
    expect(heights).toEqual([4]);
  });

  it("stays where another node behind the same address is lower", async () => {
    open("session");
    await answered(9);
    expect(await answered(8)).toBe(9);
  });
});
